import { isolateValues } from '#contract/isolate-values.ts';

/** A value within a sentence that is written from right to left. */
export const isolate = isolateValues((value: string) => value);

/** Subjects have no isolates, which some mail clients show as boxes; a URL has none, as clients would make them a part of the link. */
export const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
export const withPlainUrls = (text: string) => text.replaceAll(/[\u2066-\u2068](https?:\/\/[^\s\u2069]+)\u2069/g, '$1');
