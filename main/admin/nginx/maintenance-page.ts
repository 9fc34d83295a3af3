import { company } from '#api/lib/company.ts';
import { plainPage } from '#api/lib/plain-page.ts';
import { markup } from '#api/lib/markup.ts';

/** What visitors read while no instance answers. It asks again by itself. */
export const maintenancePage = (): string =>
  plainPage({
    title: 'Nous revenons dans un instant',
    head: markup`<meta http-equiv="refresh" content="20">`,
    body: markup`<p>Notre site et l’espace client sont mis à jour ou momentanément indisponibles. Cette page se recharge toute seule.</p>
<p>Une urgence\u00a0? Appelez-nous\u00a0: <a href="tel:${company.phone.replaceAll(/[^+\d]/g, '')}">${company.phone}</a>.</p>
<p lang="en">Our website and customer portal are being updated, or are unavailable for a moment. This page reloads by itself.</p>`,
  }).html;
