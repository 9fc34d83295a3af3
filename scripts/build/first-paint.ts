import { languagesAttribute } from '#main/server/site/load-site.ts';
import { languageCookie, languages as allLanguages } from '#contract/languages.ts';

const stylesheet = /<link rel="stylesheet" href="([^"]+)"\/>/g;
const moduleScript = /<script type="module"(?<attributes>[^>]*)>(?<source>[\s\S]*?)<\/script>/g;
const modulePreload = /<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*?\/>/g;

export type Rewriting = {
  readAsset: (url: string) => string;
  preloadedFont: string;
  /** For the portal and the desk, which React hydrates as a whole, in the language that the reader chose. */
  languages?: Languages | undefined;
};

export type Languages = {
  /** The first is that of the prerendered document; undefined where the server writes PORTAL_LANGUAGES into it. */
  offered: readonly string[] | undefined;
  /** The scripts with the copy of a language, which are requested before the page's own code asks for them. */
  copy: Record<string, string[]>;
};

/**
 * Text is painted before any other request: stylesheets are inlined, one font is preloaded, and module scripts wait
 * until the browser reports the first paint, or two seconds in a tab that paints nothing. A document in another language than the
 * reader's has nothing to paint: its modules start at once.
 */
export const prepareForFirstPaint = (html: string, { readAsset, preloadedFont, languages }: Rewriting) => {
  if (html.match(stylesheet) === null) throw new Error('a prerendered page lacks its stylesheet');
  const preloads = [...html.matchAll(modulePreload)].map(([, href]) => href ?? '');
  const sources = [...html.matchAll(moduleScript)].flatMap(({ groups }) => sourceOf(groups?.attributes ?? '') ?? []);
  return html
    .replace('<html ', languages === undefined ? '$&' : `<html ${languagesAttribute(allLanguages)} `)
    .replace(
      '<meta name="viewport"',
      `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="${preloadedFont}"/>${languages === undefined ? '' : `<script>${chooseLanguage(languages.offered)}</script>`}$&`,
    )
    .replaceAll(
      stylesheet,
      // Where React hydrates the link it must find it; `disabled` keeps the browser from fetching what is inlined already.
      (_, url: string) =>
        `<style>${readAsset(url)}</style>${languages !== undefined ? `<link rel="stylesheet" href="${url}" disabled=""/>` : ''}`,
    )
    .replaceAll(modulePreload, '')
    .replaceAll(moduleScript, (_, attributes: string, source: string) =>
      sourceOf(attributes) === undefined ? `<script type="text/plain" data-module="">${source}</script>` : '',
    )
    .replace('</body>', () => `<script>${startModules(preloads, sources, languages?.copy)}</script></body>`);
};

/**
 * Before the first paint: sets language and direction from the reader's choice. If the document is in another language, its texts stay
 * hidden (app/styles/portal.css) until app/lib/language.tsx shows the right ones, or for eight seconds if the scripts are late or fail.
 */
const chooseLanguage = (offered: Languages['offered']) =>
  `{const{documentElement:e,cookie}=document,l=${offered === undefined ? 'e.dataset.languages.split(",")' : JSON.stringify(offered)},c=/(?:^|; )${languageCookie}=([\\w-]+)(?:;|$)/.exec(cookie)?.[1],n=l.includes(c)?c:l[0];if(n!==e.lang){e.lang=n;e.dir=n==="ar"?"rtl":"ltr";e.dataset.pending="";setTimeout(()=>{if("pending"in e.dataset)e.dataset.pending="late"},8000)}}`;

/** Names without folder and extension, except of the first language: what measures a page counts its own copy only. */
const nameOf = (href: string) => href.replace(/^\/assets\/|\.js$/g, '');

const listOf = (preloads: string[], copy: Languages['copy']) => {
  if (Object.keys(copy).length === 0) return JSON.stringify(preloads);
  const names = Object.fromEntries(
    Object.entries(copy).map(([language, hrefs], at) => [language, at === 0 ? hrefs : hrefs.map(nameOf)]),
  );
  return `[...${JSON.stringify(preloads)},...(${JSON.stringify(names)}[document.documentElement.lang]??[]).map(name=>name[0]==="/"?name:"/assets/"+name+".js")]`;
};

const sourceOf = (attributes: string) => /\ssrc="([^"]+)"/.exec(attributes)?.[1];

/** Inline modules are held as plain text: the policy of the page allows them by the hash of that text. */
const startModules = (preloads: string[], sources: string[], copy: Languages['copy'] = {}) =>
  `{let started;const add=(parent,name,values)=>parent.append(Object.assign(document.createElement(name),values)),start=()=>{if(started)return;started=true;const{head,documentElement}=document;documentElement.dataset.painted="";for(const href of ${listOf(preloads, copy)})add(head,"link",{rel:"modulepreload",href});for(const src of ${JSON.stringify(sources)})add(head,"script",{type:"module",src});for(const{text}of document.querySelectorAll("script[data-module]"))add(head,"script",{type:"module",text})};new PerformanceObserver(list=>{if(list.getEntriesByName("first-contentful-paint")[0])start()}).observe({type:"paint",buffered:true});setTimeout(start,2000);if("pending"in document.documentElement.dataset)start()}`;
