import { createHash } from 'node:crypto';

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?<attributes>[^>]*)>(?<source>[\s\S]*?)<\/script>/g)]
    .filter(({ groups }) => !/\ssrc=|type="application\/(ld\+)?json"/.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.source ?? '');

const inlineStyles = (html: string) =>
  [...html.matchAll(/<style[^>]*>(?<source>[\s\S]*?)<\/style>/g)].map(({ groups }) => groups?.source ?? '');

/**
 * One policy a page: its own inline scripts by hash, and nothing else inline. The portal's dialogs and selects
 * write a style element while they lock the page's scrolling, so its documents alone allow inline styles.
 */
export const contentSecurityPolicy = (html: string, isPortal: boolean) => {
  const scripts = ["'self'", ...new Set(inlineScripts(html).map(hash))];
  const styles = isPortal ? ["'self'", "'unsafe-inline'"] : ["'self'", ...new Set(inlineStyles(html).map(hash))];
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};
