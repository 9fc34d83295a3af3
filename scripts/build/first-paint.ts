const modulePreload = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const stylesheet = /<link rel="stylesheet" href="([^"]+)"\/>/;
const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;

type Module = { name?: string; from: string };

const readModules = (source: string): Module[] =>
  [...source.matchAll(/import (?:\* as (\w+) from )?"([^"]+)";/g)].map(([, name, from]) =>
    name ? { name, from: from ?? '' } : { from: from ?? '' },
  );

/**
 * The page's own module script, held back until its text has been painted: nothing that React needs competes
 * with the font and the words. What the prerenderer preloaded in the head is asked for here instead.
 */
const deferredScript = (source: string, preloads: string[]) => {
  const modules = readModules(source);
  const entry = /import\("([^"]+)"\)/.exec(source)?.[1];
  const assignment = /window\.__reactRouterRouteModules = (\{[^;]*\});/.exec(source)?.[1];
  if (!entry || !assignment || modules.length === 0) {
    throw new Error('the module script of a prerendered page no longer has the shape that first-paint.ts rewrites');
  }
  const names = modules.map((module) => module.name ?? '').join(',');
  const imports = modules.map((module) => `import("${module.from}")`).join(',');
  return `requestAnimationFrame(()=>setTimeout(()=>{document.documentElement.setAttribute("data-painted","");for(const h of ${JSON.stringify(preloads)}){const l=document.createElement("link");l.rel="modulepreload";l.href=h;document.head.append(l)}Promise.all([${imports}]).then(([${names}])=>{window.__reactRouterRouteModules=${assignment};return import("${entry}")})}))`;
};

export type Rewriting = { readAsset: (url: string) => string; preloadedFont: string };

/** Text paints before any script is asked for: stylesheet inlined, one font preloaded, modules deferred. */
export const prepareForFirstPaint = (html: string, { readAsset, preloadedFont }: Rewriting) => {
  const preloads = [...html.matchAll(modulePreload)].map(([, href]) => href ?? '');
  const stylesheetUrl = stylesheet.exec(html)?.[1];
  const source = moduleScript.exec(html)?.[1];
  if (!stylesheetUrl || !source) throw new Error('a prerendered page lacks its stylesheet or its module script');
  return html
    .replaceAll(modulePreload, '')
    .replace(
      '<meta name="viewport"',
      `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="${preloadedFont}"/>$&`,
    )
    .replace(
      stylesheet,
      // React hydrates the link and finds it; `disabled` keeps the browser from fetching what is inlined already.
      () => `<style>${readAsset(stylesheetUrl)}</style><link rel="stylesheet" href="${stylesheetUrl}" disabled=""/>`,
    )
    .replace(moduleScript, () => `<script type="module">${deferredScript(source, preloads)}</script>`);
};
