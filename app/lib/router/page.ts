import type { ComponentType } from 'react';

/** What stands in a page's head; `title` is its title, `tagName` names anything but a meta. */
export type HeadEntry = Record<string, string>;

/** One prerendered page, as its HTML and its JSON file tell it. */
export type PageRecord = {
  /** The route's id in app/routes.ts. */
  id: string;
  /** Where the code that shows it is, and what that code stands on. */
  module: string;
  imports: string[];
  /** Which build it belongs to: the code of two builds must not meet in one tab. */
  entry: string;
  data: { head: HeadEntry[] } & Record<string, unknown>;
};

export type PageModule = {
  // Each page knows the type of its own data; the router only hands it over.
  // oxlint-disable-next-line typescript/no-explicit-any
  default: ComponentType<any>;
  links?: () => { rel: string; href: string }[];
};

export type Page = { record: PageRecord; module: PageModule };

export const recordElementId = 'page';

export const readRecord = (page: Document): PageRecord =>
  JSON.parse(page.querySelector(`#${recordElementId}`)?.textContent ?? '') as PageRecord;
