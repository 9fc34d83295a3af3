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
 * Text is painted before any other request: stylesheets are inlined, one font is preloaded, and module scripts wait
 * until the browser reports the first paint, or two seconds in a tab that paints nothing.
 */
export const prepareForFirstPaint = (html: string, { readAsset, preloadedFont, isHydrated }: Rewriting) => {
  if (html.match(stylesheet) === null) throw new Error('a prerendered page lacks its stylesheet');
  const preloads = [...html.matchAll(modulePreload)].map(([, href]) => href ?? '');
  const sources = [...html.matchAll(moduleScript)].flatMap(({ groups }) => sourceOf(groups?.attributes ?? '') ?? []);
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
    .replaceAll(moduleScript, (_, attributes: string, source: string) =>
      sourceOf(attributes) === undefined ? `<script type="text/plain" data-module="">${source}</script>` : '',
    )
    .replace('</body>', () => `<script>${startModules(preloads, sources)}</script></body>`);
};

const sourceOf = (attributes: string) => /\ssrc="([^"]+)"/.exec(attributes)?.[1];

/** Inline modules are held as plain text: the policy of the page allows them by the hash of that text. */
const startModules = (preloads: string[], sources: string[]) =>
  `{let started;const add=(parent,name,values)=>parent.append(Object.assign(document.createElement(name),values)),start=()=>{if(started)return;started=true;const{head,documentElement}=document;documentElement.dataset.painted="";for(const href of ${JSON.stringify(preloads)})add(head,"link",{rel:"modulepreload",href});for(const src of ${JSON.stringify(sources)})add(head,"script",{type:"module",src});for(const{text}of document.querySelectorAll("script[data-module]"))add(head,"script",{type:"module",text})};new PerformanceObserver(list=>{if(list.getEntriesByName("first-contentful-paint")[0])start()}).observe({type:"paint",buffered:true});setTimeout(start,2000)}`;
