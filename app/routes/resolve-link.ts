import type { Link } from '#content/schema/text.ts';
import { site } from '#content/site.ts';

/** Content names an external page by its role; content/site.ts knows its address. */
const resolve = (to: string) => {
  if (to === 'schedule') return site.external.schedule;
  if (to === 'network') return site.external.network;
  return to;
};

export const resolveLinks = (links: Link[]) => links.map((link) => ({ ...link, to: resolve(link.to) }));

/** A hero or a closing, with its buttons' addresses. */
export const withLinks = <T extends { actions: Link[] }>(part: T) => ({ ...part, actions: resolveLinks(part.actions) });
