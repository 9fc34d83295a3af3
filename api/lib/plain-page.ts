import { createHash } from 'node:crypto';
import { company } from '#api/lib/company.ts';
import { Markup, markup } from './markup.ts';

// The public pages fade into each other; leaving one for a page that does not would be an error in the browser's console.
const style = `@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}:root{color-scheme:light dark}body{margin:0;padding:2rem 1rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#0b1b33;background:#fbfaf7}
main{max-width:40rem;margin:auto}h1{font-size:1.6rem;line-height:1.25}h2{margin:2rem 0 1rem;font-size:1.2rem}dt{font-weight:600}dd{margin:0 0 .75rem;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:#0b63e5}button{margin:.5rem 0;padding:.75rem 1.5rem;border:0;border-radius:.5rem;font:inherit;font-weight:600;color:#fff;background:#0b63e5;cursor:pointer}
:focus-visible{outline:3px solid #0b63e5;outline-offset:3px}.site{margin:0 0 2.5rem;font-weight:700}.site a{color:inherit;text-decoration:none}
@media(prefers-color-scheme:dark){body{color:#f3f6fb;background:#0b1b33}a{color:#8ab8ff}button{color:#0b1b33;background:#8ab8ff}:focus-visible{outline-color:#8ab8ff}}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

interface PlainPage {
  title: string;
  body: Markup;
  head?: Markup;
  language?: 'fr' | 'en';
}

/** A page that needs neither the site's files nor JavaScript. It speaks French by default, as the site does. */
export function plainPage({ title, body, head = new Markup(''), language = 'fr' }: PlainPage): {
  html: string;
  policy: string;
} {
  const { html } = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}
<title>${title} – ${company.name}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<p class="site"><a href="/">${company.name}</a></p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return { html, policy };
}
