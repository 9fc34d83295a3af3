const stylesheet = /<link rel="stylesheet" href="([^"]+)"\/>/g;
const moduleScript = /<script type="module"(?<attributes>[^>]*)>(?<source>[\s\S]*?)<\/script>/g;
const modulePreload = /<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*?\/>/g;

export type Rewriting = {
  readAsset: (url: string) => string;
  preloadedFont: string;
  /** Whether React hydrates the whole document, as it does in the portal. */
  isHydrated: boolean;
};

/**
 * Text paints before anything else is asked for: stylesheets are inlined, one font is preloaded, and module scripts wait
 * until the browser reports the first paint, or two seconds in a tab that paints nothing.
 */
export const prepareForFirstPaint = (html: string, { readAsset, preloadedFont, isHydrated }: Rewriting) => {
  if (html.match(stylesheet) === null) throw new Error('a prerendered page lacks its stylesheet');
  const preloads = [...html.matchAll(modulePreload)].map(([, href]) => href ?? '');
  return html
    .replace(
      '<meta name="viewport"',
      `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="${preloadedFont}"/>$&`,
    )
    .replaceAll(
      stylesheet,
      // Where React hydrates the link it must find it; `disabled` keeps the browser from fetching what is inlined already.
      (_, url: string) =>
        `<style>${readAsset(url)}</style>${isHydrated ? `<link rel="stylesheet" href="${url}" disabled=""/>` : ''}`,
    )
    .replaceAll(modulePreload, '')
    .replaceAll(moduleScript, (_, attributes: string, source: string) => {
      const src = /\ssrc="([^"]+)"/.exec(attributes)?.[1];
      return src === undefined
        ? `<script type="text/plain" data-module="">${source}</script>`
        : `<script type="text/plain" data-module="${src}"></script>`;
    })
    .replace('</body>', () => `<script>${startModules(preloads)}</script></body>`);
};

const startModules = (preloads: string[]) =>
  `{let started;const start=()=>{if(started)return;started=true;document.documentElement.dataset.painted="";for(const href of ${JSON.stringify(preloads)}){const link=document.createElement("link");link.rel="modulepreload";link.href=href;document.head.append(link)}for(const held of document.querySelectorAll("script[data-module]")){const script=document.createElement("script");script.type="module";if(held.dataset.module)script.src=held.dataset.module;else script.text=held.text;document.head.append(script)}};new PerformanceObserver(list=>{if(list.getEntriesByName("first-contentful-paint")[0])start()}).observe({type:"paint",buffered:true});setTimeout(start,2000)}`;
