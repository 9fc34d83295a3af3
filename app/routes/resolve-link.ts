import type { Link } from '#content/schema/text.ts';
import { site } from '#content/site.ts';

/** Content names external pages by role; their URLs are in content/site.ts. */
const resolve = (to: string) => {
  if (to === 'schedule') return site.external.schedule;
  if (to === 'network') return site.external.network;
  return to;
};

export const resolveLinks = (links: Link[]) => links.map((link) => ({ ...link, to: resolve(link.to) }));

/** Resolves the buttons of a hero or a closing section. */
export const withLinks = <T extends { actions: Link[] }>(part: T) => ({ ...part, actions: resolveLinks(part.actions) });
