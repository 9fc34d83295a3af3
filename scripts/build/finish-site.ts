import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { type SiteFile, type SiteManifest, siteManifestSchema } from '../../api/server/site/manifest.ts';
import { compress } from './compress.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { typeOf } from './file-types.ts';
import { prepareForFirstPaint } from './first-paint.ts';
import { securityTxt, securityTxtFile } from './security-txt.ts';
import { nginxConfiguration } from './nginx-configuration.ts';
import { robots, sitemap } from './sitemap.ts';
import { socialPages } from './social-pages.ts';
import { createSocialPainter } from './social-picture.ts';
import { unfilledFacts } from './unfilled-facts.ts';

const client = 'build/client';
const notFound = '/404';

const pagePath = (file: string) => `/${file.replace(/(^|\/)index\.html$/, '')}`;
/** Documents of dynamic routes (app/routes.ts): the server sends them for the paths one segment below, too. */
const parentPages = ['/customer-portal/support'];
const isPortal = (path: string) => path.startsWith('/customer-');

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
      isHydrated: isPortal(pagePath(file)),
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
    // A server that is found elsewhere replaces it in pages (api/server/site/load-site.ts), and cannot in scripts.
    if (source.includes(siteUrl)) throw new Error(`${file} names ${siteUrl}: use location.origin in scripts`);
  }
};

const paintSocialPictures = async (files: string[]) => {
  const pages = files.filter((file) => file.endsWith('.html')).map(pagePath);
  const publicPages = pages.filter((path) => !isPortal(path));
  const pictured = Object.keys(socialPages);
  const different = [...publicPages, ...pictured].filter(
    (path) => !publicPages.includes(path) || !pictured.includes(path),
  );
  if (different.length > 0)
    throw new Error(`scripts/build/social-pages.ts and app/routes.ts differ: ${different.join(', ')}`);
  const paint = await createSocialPainter();
  for (const [path, picture] of Object.entries(socialPages)) {
    await write(`og${path === '/' ? '/accueil' : path}.png`, await paint(picture));
  }
};

const describe = async (file: string): Promise<SiteFile> => {
  const type = file === 'speculation-rules.json' ? 'application/speculationrules+json' : typeOf(file);
  const bytes = await readFile(join(client, file));
  const isPage = file.endsWith('.html');
  const path = isPage ? pagePath(file) : `/${file}`;
  const text = isPage ? bytes.toString('utf8') : '';
  return {
    path,
    file,
    type,
    cache: file.startsWith('assets/') ? 'immutable' : 'revalidate',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    encodings: await compress(join(client, file), type),
    ...(isPage ? { csp: contentSecurityPolicy(text, isPortal(path)) } : {}),
    ...(isPage && !isPortal(path) ? { speculationRules: '"/speculation-rules.json"' } : {}),
    ...(text.includes('name="robots" content="noindex') || isPortal(path) ? { noindex: true } : {}),
    ...(parentPages.includes(path) ? { hasChildren: true } : {}),
    ...(file.startsWith('og/') ? { crossOrigin: true } : {}),
  };
};

/** Turns what React Router prerendered into what the server serves: rewritten, compressed, listed in a manifest. */
export const finishSite = async (siteUrl: string) => {
  // Loaders run at build only, and every path of the portal has a document.
  const unused = (await listFiles()).filter((file) => /^__spa-fallback\.html$|\.data$/.test(file));
  for (const file of unused) await rm(join(client, file));
  const built = await listFiles();
  await checkScripts(built, siteUrl);
  await rewritePages(built);
  await paintSocialPictures(built);
  await write('robots.txt', robots(siteUrl));
  await write(securityTxtFile, securityTxt(siteUrl, new Date()));
  const listed = Object.keys(socialPages).filter((path) => path !== notFound && path !== '/resources');
  await write('sitemap.xml', sitemap(listed.map((path) => `${siteUrl}${path}`)));
  const files: SiteFile[] = [];
  for (const file of await listFiles()) files.push(await describe(file));
  const manifest: SiteManifest = siteManifestSchema.parse({
    builtFor: siteUrl,
    files,
    unfilled: unfilledFacts(),
    notFound,
  });
  await writeFile('build/site.json', JSON.stringify(manifest, null, 1));
  await writeFile('build/nginx.conf', nginxConfiguration(manifest));
  return manifest;
};
