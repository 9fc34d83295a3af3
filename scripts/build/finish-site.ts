import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { site } from '#content/site.ts';
import { type SiteFile, type SiteManifest, siteManifestSchema } from '#main/server/site/load-site.ts';
import { checklistPath } from '#contract/documents.ts';
import { deskLanguages, languages } from '#contract/languages.ts';
import { consentsFile } from '#modules/leads/server/consents.ts';
import { buildFolder } from './build-folder.ts';
import type { BuildSettings } from './build-settings.ts';
import { drawChecklist } from './checklist/draw-checklist.ts';
import { describeConsents } from './consents.ts';
import { client, describeFile, isPortal, pagePath } from './describe-file.ts';
import { prepareForFirstPaint } from './first-paint.ts';
import { llmsTxt } from './llms-txt.ts';
import { type ModuleWeights, modulesFile } from './weigh-site.ts';
import { robots, sitemap } from './sitemap.ts';
import { createSocialPainter, socialPages } from './social-pictures.ts';

export const securityTxtFile = '.well-known/security.txt';

/** How to report a vulnerability (RFC 9116). Valid for a year: readers must not trust an older one. */
export const securityTxt = (siteUrl: string, builtAt: Date) => {
  const expires = new Date(builtAt);
  expires.setUTCFullYear(expires.getUTCFullYear() + 1);
  return [
    `Contact: mailto:${site.company.email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: fr, en',
    `Canonical: ${siteUrl}/${securityTxtFile}`,
    '',
  ].join('\n');
};

const notFound = '/404';

const listFiles = async () => {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(client.length + 1))
    .filter((file) => !/\.(br|gz|map)$/.test(file) && !file.startsWith('.vite/'))
    .toSorted();
};

const write = async (file: string, contents: string | Uint8Array) => {
  await mkdir(dirname(join(client, file)), { recursive: true });
  await writeFile(join(client, file), contents);
};

/** What the first render reads: the texts around every screen, and those of the form to sign in. */
const languagesOf = async (path: string) => {
  const weights = JSON.parse(await readFile(modulesFile, 'utf8')) as ModuleWeights;
  const isDesk = path.startsWith('/desk');
  const names = isDesk ? ['desk/$/desk'] : ['portal/$/shell', ...(path === '/customer-auth' ? ['portal/$/auth'] : [])];
  const chunkOf = (module: string) => {
    const found = Object.keys(weights).find((chunk) => weights[chunk]?.[module] !== undefined);
    if (found === undefined) throw new Error(`${module} is in no chunk`);
    return `/${found}`;
  };
  const copy = Object.fromEntries(
    (isDesk ? deskLanguages : languages).map((language) => [
      language,
      [
        ...names.map((name) => chunkOf(`content/${name.replace('$', language)}.ts`)),
        ...(isDesk ? [chunkOf(`app/lib/${{ fr: 'french', en: 'english' }[language as 'fr' | 'en']}.ts`)] : []),
      ],
    ]),
  );
  return { offered: isDesk ? deskLanguages : undefined, copy };
};

const rewritePages = async (files: string[]) => {
  const font = files.find((file) => /^assets\/inter-.*\.woff2$/.test(file));
  if (!font) throw new Error('the text font is not among the built assets');
  const assets = new Map<string, string>();
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    assets.set(`/${file}`, await readFile(join(client, file), 'utf8'));
  }
  const readAsset = (url: string) => {
    const source = assets.get(url);
    if (source === undefined) throw new Error(`a page links ${url}, which was not built`);
    return source;
  };
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const html = prepareForFirstPaint(await readFile(join(client, file), 'utf8'), {
      readAsset,
      preloadedFont: `/${font}`,
      languages: isPortal(pagePath(file)) ? await languagesOf(pagePath(file)) : undefined,
    });
    if (!isPortal(pagePath(file)) && /<[^>]+\sstyle="/.test(html))
      throw new Error(`${file} holds a style attribute, which its policy forbids`);
    await write(file, html);
  }
};

/** A bundler once wrote a chunk that no browser could parse, and its own build called that a success. */
const checkScripts = async (files: string[], siteUrl: string) => {
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const source = await readFile(join(client, file), 'utf8');
    await transform(source, { sourcefile: file, logLevel: 'silent' });
    // A server that is found elsewhere replaces it in pages (main/server/site/load-site.ts), and cannot in scripts.
    if (source.includes(siteUrl)) throw new Error(`${file} names ${siteUrl}: use location.origin in scripts`);
  }
};

const paintSocialPictures = async (paths: string[]) => {
  const paint = await createSocialPainter();
  for (const path of paths) {
    const picture = socialPages[path];
    if (!picture) throw new Error(`scripts/build/social-pictures.ts has no picture for ${path}`);
    await write(`og${path === '/' ? '/accueil' : path}.png`, await paint(picture));
  }
};

/** Turns what React Router prerendered into what the server serves: rewritten, compressed, listed in a manifest. */
export const finishSite = async (
  siteUrl: string,
  { leads, hasBooking }: Pick<BuildSettings, 'leads' | 'hasBooking'>,
  builtAt: Date,
) => {
  // Loaders run at build only, and every path of the portal has a document.
  const unused = (await listFiles()).filter((file) => /^__spa-fallback\.html$|\.data$/.test(file));
  for (const file of unused) await rm(join(client, file));
  const built = await listFiles();
  await checkScripts(built, siteUrl);
  await rewritePages(built);
  const pages = built.filter((file) => file.endsWith('.html')).map(pagePath);
  await paintSocialPictures(pages.filter((path) => !isPortal(path)));
  await write('robots.txt', robots(siteUrl));
  await write('llms.txt', llmsTxt(siteUrl));
  await write(securityTxtFile, securityTxt(siteUrl, builtAt));
  if (leads === 'deliver') await write(checklistPath.slice(1), await drawChecklist());
  const files: SiteFile[] = [];
  for (const file of await listFiles()) files.push(await describeFile(file));
  const indexable = files.filter(({ csp, noindex }) => csp !== undefined && noindex !== true);
  await write(
    'sitemap.xml',
    sitemap(
      siteUrl,
      indexable.map(({ path }) => path),
    ),
  );
  files.push(await describeFile('sitemap.xml'));
  const manifest: SiteManifest = siteManifestSchema.parse({
    builtFor: siteUrl,
    ...(leads === 'deliver' && { leads }),
    ...(hasBooking && { booking: 'on' }),
    files,
    notFound,
  });
  await writeFile(`${buildFolder}/site.json`, JSON.stringify(manifest, null, 1));
  if (leads === 'deliver')
    await writeFile(`${buildFolder}/${consentsFile}`, JSON.stringify(await describeConsents(), null, 1));
  return manifest;
};
