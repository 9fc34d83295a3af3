/** Part of the built pages; scripts/start.ts rebuilds when it changes. */
const siteUrl = import.meta.env.VITE_SITE_URL ?? 'http://localhost:3000';

export const absoluteUrl = (path: string) => (path === '/' ? `${siteUrl}/` : `${siteUrl}${path}`);

export const socialPicturePath = (path: string) => `/og${path === '/' ? '/accueil' : path}.png`;
