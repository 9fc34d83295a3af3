import { isolateValues, rewriteCopy } from '#contract/isolate-values.ts';

/** A value within a sentence that is written from right to left. */
export const isolate = isolateValues((value: string) => value);

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** A value within a sentence that is written from left to right: an Arabic name or subject. Others stay as they are. */
export const isolateArabic = <Value>(value: Value) =>
  (typeof value === 'string' && rightToLeft.test(value) ? isolate(value) : value) as Value;

/** For copy that is written from left to right. */
export const isolateArabicValues = <Copy>(copy: Copy): Copy =>
  rewriteCopy(copy, { value: isolateArabic, text: (text) => text });

/** Subjects have no isolates, which some mail clients show as boxes; a URL has none, as clients would make them a part of the link. */
export const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
export const withPlainUrls = (text: string) => text.replaceAll(/[\u2066-\u2068](https?:\/\/[^\s\u2069]+)\u2069/g, '$1');
