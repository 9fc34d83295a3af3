const stylesheet = /<link rel="stylesheet" href="([^"]+)"\/>/;
const record = /<script type="application\/json" id="page">(.*?)<\/script>/;

export type Rewriting = { readAsset: (url: string) => string; preloadedFont: string };

/** Text paints before anything else is asked for: the stylesheet is inlined, one font preloaded. */
export const prepareForFirstPaint = (html: string, { readAsset, preloadedFont }: Rewriting) => {
  const stylesheetUrl = stylesheet.exec(html)?.[1];
  if (!stylesheetUrl) throw new Error('a prerendered page lacks its stylesheet');
  return html
    .replace(
      '<meta name="viewport"',
      `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="${preloadedFont}"/>$&`,
    )
    .replace(
      stylesheet,
      // React hydrates the link and finds it; `disabled` keeps the browser from fetching what is inlined already.
      () => `<style>${readAsset(stylesheetUrl)}</style><link rel="stylesheet" href="${stylesheetUrl}" disabled=""/>`,
    );
};

/** What the router needs to show this page from another one, as the page itself carries it. */
export const recordIn = (html: string): string => {
  const found = record.exec(html)?.[1];
  if (!found) throw new Error('a prerendered page lacks its record');
  return found;
};
