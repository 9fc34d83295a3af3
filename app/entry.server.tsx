import { renderToReadableStream } from 'react-dom/server';
import type { EntryContext } from 'react-router';
import { locationOf } from './lib/router/addresses.ts';
import { type PageModule, type PageRecord, recordElementId } from './lib/router/page.ts';
import { Router, type Root } from './lib/router/router.tsx';

type LoaderData = PageRecord['data'] & { structuredData?: Record<string, unknown>[] };

const scriptSafe = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** Whoever comes back or follows a fragment needs every section at its true height from the start. */
const early = `if(location.hash||performance.getEntriesByType("navigation")[0]?.type!=="navigate")document.documentElement.dataset.whole=""`;

/**
 * Held back until the browser says that the text has been painted: nothing that React needs competes with the font and the
 * words. A tab that paints nothing, in the background, waits two seconds. Files are asked for together and run one by one,
 * so that no single task holds the screen.
 */
const boot = (entry: string, first: string[]) =>
  `await new Promise(r=>{new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&r()).observe({type:"paint",buffered:true});setTimeout(r,2e3)});document.documentElement.dataset.painted="";const all=${JSON.stringify(first)};for(const h of all){const l=document.createElement("link");l.rel="modulepreload";l.href=h;document.head.append(l)}for(const h of all){await import(h);await new Promise(r=>setTimeout(r))}import(${JSON.stringify(entry)})`;

function scriptsFor({ manifest }: EntryContext, record: PageRecord, structuredData: Record<string, unknown>[]) {
  const first = [...new Set([...manifest.entry.imports, ...record.imports, record.module])];
  return [
    ...structuredData.map(
      (data) =>
        `<script type="application/ld+json">${scriptSafe({ '@context': 'https://schema.org', ...data })}</script>`,
    ),
    `<script type="application/json" id="${recordElementId}">${scriptSafe(record)}</script>`,
    // The development server's refresh must be there before the first component is.
    manifest.hmr
      ? `<script type="module">import "${manifest.hmr.runtime}";document.documentElement.dataset.painted="";import("${record.entry}")</script>`
      : `<script type="module">${boot(record.entry, first)}</script>`,
  ].join('');
}

/** React Router insists on its own fallback page; the build throws it away (scripts/build/finish-site.ts). */
const unusedFallback = 'window.__reactRouterContext = window.__reactRouterRouteModules = undefined';

/** Each page is rendered whole, at build or on demand in development, then rewritten by scripts/build for its first paint. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const { manifest, routeModules, staticHandlerContext } = context;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const id = staticHandlerContext.matches.at(-1)?.route.id ?? 'root';
  const route = manifest.routes[id];
  if (context.isSpaMode || id === 'root' || route === undefined)
    return new Response(unusedFallback, { status, headers });
  const [failure] = Object.values<unknown>(staticHandlerContext.errors ?? {});
  if (failure !== undefined) throw new Error(`${request.url} has no data`, { cause: failure });
  const { structuredData = [], ...data } = staticHandlerContext.loaderData[id] as LoaderData;
  const record = { id, module: route.module, imports: route.imports ?? [], entry: manifest.entry.module, data };
  const first = {
    location: locationOf(new URL(new URL(request.url).pathname, request.url), 'first'),
    page: { record, module: routeModules[id] as PageModule },
    scroll: 'keep' as const,
  };
  const stream = await renderToReadableStream(<Router first={first} root={routeModules.root as unknown as Root} />);
  const html = await new Response(stream).text();
  return new Response(
    html
      .replace('<head>', () => `<head><script>${early}</script>`)
      .replace('</body>', () => `${scriptsFor(context, record, structuredData)}</body>`),
    { status, headers },
  );
}
