import type { Locator, Page } from '@playwright/test';
import { homePage } from '#content/pages/home.ts';
import { partnersPage } from '#content/pages/partners.ts';
import { plansPage } from '#content/pages/plans.ts';
import { courses, legalPages } from './public-pages.ts';
import { blockOrder, counts, withBreaks, words } from './spec-table.ts';
import { structuredDataFits } from './structured-data.ts';
import { expect } from './visitor.ts';

// What a page says: every-page.spec.ts checks it on the one visit that it pays to each.

export const sectionOf = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

async function hasMetadata(page: Page, path: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);

  const content = (name: string) =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
  const title = await page.title();
  const description = (await content('description')) ?? '';
  expect(title).toMatch(/^.{10,60}$/);
  expect(description).toMatch(/^.{50,155}$/);
  expect(title + description).not.toMatch(/[\u00A0\u2011]/);

  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
  expect(new URL(canonical ?? '').pathname).toBe(path);
  expect(new URL(canonical ?? '').origin).toBe(new URL(page.url()).origin);
  expect(await content('og:url')).toBe(canonical);
  expect(await content('og:title')).toBe(title);
  expect(await content('og:description')).toBe(description);
  expect(await content('og:locale')).toBe('fr_FR');
  expect(await content('twitter:card')).toBe('summary_large_image');

  const imageUrl = new URL((await content('og:image')) ?? '');
  expect(imageUrl.origin).toBe(new URL(canonical ?? '').origin);
  const picture = await page.request.get(imageUrl.pathname);
  expect(picture.status()).toBe(200);
  expect(picture.headers()['content-type']).toBe('image/png');
  const bytes = await picture.body();
  // Width and height stand at fixed places in every PNG.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);

  await structuredDataFits(page, path);
}

/** As many items as docs/product.md counts, the copy that it quotes, and its blocks in its order. */
async function saysWhatProductSays(page: Page, path: string): Promise<void> {
  for (const { section, what, of, count } of counts.filter((entry) => entry.path === path)) {
    await expect(sectionOf(page, section).locator(of), what).toHaveCount(count);
  }
  const text = withBreaks((await page.getByRole('main').textContent()) ?? '');
  for (const quoted of words[path] ?? []) expect(text).toContain(withBreaks(quoted));
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  const expected = (blockOrder[path] ?? []).map(withBreaks);
  expect(headings.map(withBreaks).filter((heading) => expected.includes(heading))).toEqual(expected);
  // The marker pen loses its meaning if it is used twice.
  expect(await page.locator('main .highlight').count()).toBeLessThanOrEqual(1);
}

/** Two buttons in the hero, two on each service card, the way to the courses, and what is invented is marked. */
async function fitsHome(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const hero = main.locator(':scope > *').first();
  await expect(hero.getByRole('link')).toHaveCount(2);
  const services = ['infrastructure', 'managed-services', 'cybersecurity', 'microsoft-cloud'];
  await expect(main.getByRole('link', { name: 'En Savoir Plus' })).toHaveCount(4);
  for (const [index, slug] of services.entries()) {
    await expect(main.getByRole('link', { name: 'En Savoir Plus' }).nth(index)).toHaveAttribute(
      'href',
      `/services/${slug}`,
    );
    await expect(main.getByRole('link', { name: 'Parler à un Expert' }).nth(index)).toHaveAttribute('href', '/contact');
  }
  await expect(main.getByRole('link', { name: 'Voir le catalogue des formations' })).toHaveAttribute(
    'href',
    '/formations',
  );
  await expect(sectionOf(page, homePage.caseStudies.title)).toContainText(
    'Études de cas et témoignages fictifs, qui illustrent notre façon de travailler.',
  );
  await expect(sectionOf(page, homePage.testimonials.title)).toContainText('fictives');
}

async function fitsPartners(page: Page): Promise<void> {
  for (const { name, isFictional } of partnersPage.partners.items) {
    const partner = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(partner.getByText('Partenaire fictif')).toHaveCount(isFictional ? 1 : 0);
  }
}

/** Only Professionnel is recommended. */
async function fitsInfrastructure(page: Page): Promise<void> {
  const tiers = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(page.getByText('Recommandé', { exact: true })).toHaveCount(1);
  await expect(tiers.filter({ hasText: 'Recommandé' }).getByRole('heading')).toHaveText('Professionnel');
  await expect(tiers.filter({ has: page.getByRole('heading', { name: 'Entreprise', exact: true }) })).toContainText(
    'Sur devis',
  );
}

/** Each threat has its severity, and the emergency number is a phone link. */
async function fitsCybersecurity(page: Page): Promise<void> {
  await expect(page.getByText(/^(Critique|Élevé|Moyen)$/)).toHaveCount(4);
  const numbers = page.locator('#urgence').getByRole('link', { name: '+33 4 65 71 00 06' });
  await expect(numbers).toHaveCount(2);
  for (const number of await numbers.all()) await expect(number).toHaveAttribute('href', 'tel:+33465710006');
}

/** Only Business Standard is popular; each plan has a period, a “best for” and a way to the audit. */
async function fitsPlans(page: Page): Promise<void> {
  const plans = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: /^Microsoft 365/ }) });
  await expect(plans).toHaveCount(3);
  await expect(plans.filter({ hasText: 'Populaire' }).getByRole('heading')).toHaveText(
    'Microsoft 365 Business Standard',
  );
  for (const plan of await plans.all()) {
    await expect(plan).toContainText('par utilisateur / mois');
    expect(withBreaks((await plan.textContent()) ?? '')).toContain(withBreaks(plansPage.plans.price));
    await expect(plan).toContainText('Idéal pour');
    await expect(plan.getByRole('link')).toHaveAttribute('href', '/free-audit');
    expect(await plan.locator('li').count()).toBeGreaterThan(3);
  }
  // The spec gives no amounts, so the page must show none.
  await expect(page.getByRole('main')).not.toContainText(/\d\s?€/);
}

const catalogueOf = (page: Page) => {
  const table = page.getByRole('table');
  return {
    table,
    rows: table.getByRole('row').filter({ has: page.getByRole('cell') }),
    row: (title: string) => table.getByRole('row').filter({ hasText: title }),
  };
};

/** Ten courses, each with its certification, duration, domain and programme; EBIOS Risk Manager is in preparation. */
async function fitsCatalogue(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Demander un devis' }).first()).toHaveAttribute('href', '/contact');
  await expect(main.getByRole('link', { name: 'Planifier une session' }).first()).toHaveAttribute(
    'href',
    '/schedule-consultation',
  );

  const { table, rows, row } = catalogueOf(page);
  await expect(table.getByRole('columnheader')).toHaveText([
    'Formation',
    'Certification',
    'Durée',
    'Domaine',
    'Programme',
  ]);
  await expect(rows).toHaveCount(10);
  for (const { path, title, days } of courses) {
    const entry = row(title);
    await expect(entry).toContainText(`${days} jours`);
    await expect(entry).toContainText('PECB Certified');
    const link = entry.getByRole('link', { name: `Voir le programme : ${title}`, exact: true });
    await expect(link).toHaveAttribute('href', path);
    await expect(link).toContainText('Voir le programme');
  }

  await expect(table.locator('th[scope=rowgroup]')).toHaveText([
    /^Sécurité de l’information/,
    /^Cybersécurité/,
    /^Protection des données/,
    /^Continuité d’activité/,
    /^Gestion des risques/,
  ]);
  await expect(row('ISO 31000 Risk Manager')).toContainText('Gestion des risques');

  // In preparation: it leads nowhere.
  await expect(row('EBIOS Risk Manager')).toContainText('3 jours');
  await expect(row('EBIOS Risk Manager').getByText('Programme en préparation', { exact: true })).toBeVisible();
  await expect(row('EBIOS Risk Manager').getByRole('link')).toHaveCount(0);

  // Every stone of the wall leads to its course, and the one in preparation does not.
  const wall = page.getByRole('navigation', { name: 'Les dix formations, une par pierre du rempart' });
  await expect(wall.getByRole('listitem')).toHaveCount(10);
  const targets = await wall.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(new Set(targets)).toEqual(new Set(courses.map(({ path }) => path)));
  expect(targets).toHaveLength(courses.length);
}

/** What a training buyer has to find before signing: the first four with their answer. */
const practicalFacts = (days: number) => [
  `Durée et horaires ${days} jours`,
  'Lieu, format et groupe En présentiel ou à distance',
  'Conditions et délai d’accès Date fixée avec vous',
  'Tarif Sur devis',
  'Méthodes mobilisées',
  'Modalités d’évaluation',
  'Formateurs',
  'Indicateurs de résultats',
  'Accessibilité et handicap',
  'Suivi et attestation',
  'Règlement et réclamations',
  'Contact',
];

/** Layout, days, exam and certificate as docs/product.md says. */
async function fitsCourse(page: Page, { path, title, days, exam }: (typeof courses)[number]): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('navigation', { name: 'Fil d’Ariane' }).getByRole('listitem')).toHaveText([
    'Accueil',
    /.+/,
    title,
  ]);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(main.getByText(`${days} jours`, { exact: true }).first()).toBeVisible();
  await expect(main.getByText('Présentiel / Distanciel', { exact: true }).first()).toBeVisible();
  await expect(main.getByText(/^PECB Certified/).first()).toBeVisible();
  // The bar that follows the panel of facts repeats the first one.
  for (const [name, target, count] of [
    ['Demander un devis', `/contact?formation=${path.slice('/formations/'.length)}`, 3],
    ['Planifier une session', `/schedule-consultation?formation=${path.slice('/formations/'.length)}`, 2],
  ] as const) {
    const links = main.getByRole('link', { name });
    await expect(links).toHaveCount(count);
    for (const link of await links.all()) await expect(link).toHaveAttribute('href', target);
  }
  const summary = main.getByRole('navigation', { name: 'Sur cette page' }).getByRole('link');
  await expect(summary).toHaveText(['Programme', 'Public', 'Certification', 'Modalités']);
  for (const heading of [
    'Pourquoi suivre cette formation',
    'Ce que vous saurez faire',
    'À qui s’adresse cette formation',
    'Prérequis',
    'La certification',
    'Modalités pratiques',
  ]) {
    await expect(main.getByRole('heading', { level: 2, name: heading })).toBeVisible();
  }
  await expect(main.locator('#certification').getByText('non enregistrée au RNCP')).toBeVisible();
  await expect(main.locator('#modalites').getByRole('heading', { level: 3 })).toHaveText(practicalFacts(days));
  await expect(main.locator('#modalites details').nth(5)).toContainText(/questionnaire/i);
  await expect(main.locator('#programme').getByRole('heading', { level: 3 })).toHaveCount(days);
  await expect(main.locator('#programme').getByText('Matin', { exact: true })).toHaveCount(days);
  await expect(main.locator('#programme').getByText(/^Après.midi$/)).toHaveCount(days);
  await expect(main.getByText(`Durée : ${exam}, le jour ${days}`)).toBeVisible();
  await expect(main.getByText(/choix\smultiples/i).first()).toBeVisible();
  await expect(main.getByText(/valable\s3\sans/).first()).toBeVisible();
  await expect(main.getByText(/formation\scontinue/).first()).toBeVisible();
}

/** Message form, office card, urgent card and questions. */
async function fitsContact(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.locator('form')).toHaveCount(1);
  await expect(main.getByRole('heading', { level: 2, name: 'Notre bureau de Nice' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Appeler maintenant' })).toHaveAttribute('href', 'tel:+33465710006');
  expect(await main.locator('details summary h3').count()).toBeGreaterThan(3);
  // In the order of product §2.
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Votre message',
    'Notre bureau de Nice',
    /^Un incident en cours/,
    'Questions fréquentes',
  ]);
  // The opening hours are written one way; a script adds the hour in Nice.
  const written = await main.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const part of copy.querySelectorAll('[data-office-hour]')) part.remove();
    return copy.textContent;
  });
  expect(written).not.toMatch(/8\sh\s00/);
}

/** Every control is disabled, and a heading says why. */
async function fitsResources(page: Page): Promise<void> {
  const main = page.getByRole('main');
  for (const heading of ['Livres blancs', 'Études de cas', 'Webinaires', 'Articles']) {
    await expect(main.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible();
  }
  await expect(main.getByRole('searchbox')).toHaveCount(1);
  await expect(main.getByRole('textbox')).toHaveCount(1);
  const controls = main.locator('button, input');
  expect(await controls.count()).toBeGreaterThan(10);
  for (const control of await controls.all()) {
    await expect(control).toBeDisabled();
    await expect(control).toHaveAccessibleDescription(/^À paraître/);
  }
  // Once, above the four lists.
  await expect(main.getByText('À paraître')).toHaveCount(1);
  await expect(main.getByRole('link', { name: /La recevoir par e.mail/ })).toHaveAttribute('href', '/#checklist');
  await expect(main.getByRole('link', { name: 'Montez votre mur' })).toHaveAttribute('href', '/montez-votre-mur');
  await expect(sectionOf(page, 'Études de cas')).toContainText('fictifs');
}

/** The table of contents covers the text. */
async function fitsLegalPage(page: Page, path: string): Promise<void> {
  const titles = await page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents();
  await expect(page.getByRole('navigation', { name: 'Sommaire' }).getByRole('link')).toHaveText(titles);
  if (path === '/conditions-utilisation') expect(titles).toHaveLength(9);
}

const ofPage: Record<string, (page: Page, path: string) => Promise<void>> = {
  '/': fitsHome,
  '/partners': fitsPartners,
  '/services/infrastructure': fitsInfrastructure,
  '/services/cybersecurity': fitsCybersecurity,
  '/microsoft-plans': fitsPlans,
  '/formations': fitsCatalogue,
  '/contact': fitsContact,
  '/resources': fitsResources,
  ...Object.fromEntries(legalPages.map((path) => [path, fitsLegalPage])),
  ...Object.fromEntries(courses.map((course) => [course.path, (page: Page) => fitsCourse(page, course)])),
};

export async function saysWhatItShould(page: Page, path: string): Promise<void> {
  await hasMetadata(page, path);
  await saysWhatProductSays(page, path);
  await ofPage[path]?.(page, path);
}
