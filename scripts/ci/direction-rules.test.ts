import { expect, test } from 'vitest';
import { findPhysicalSides } from './direction-rules.ts';

const inClass = (names: string) => findPhysicalSides('app/odd.tsx', `<p className="${names}" />`);
const inCss = (text: string) => findPhysicalSides('app/styles/odd.css', text);

test.each([
  ['ml-2', 'ms-'],
  ['-mr-2', 'me-'],
  ['sm:pl-[3px]', 'ps-'],
  ['[&>th]:pr-5', 'pe-'],
  ['max-lg:first:pl-0!', 'ps-'],
  ['left-3', 'start-'],
  ['-right-1/2', 'end-'],
  ['text-left', 'text-start'],
  ['md:text-right', 'text-end'],
  ['float-left', 'float-start'],
  ['border-l', 'border-s'],
  ['border-r-4', 'border-e'],
  ['rounded-r-none', 'rounded-e'],
  ['rounded-tl-lg', 'rounded-ss'],
  ['scroll-ml-4', 'scroll-ms-'],
  ['translate-x-1', 'the same with its `rtl:` variant'],
  ['bg-linear-to-r', 'the same with its `rtl:` variant'],
  ['origin-top-left', 'the same with its `rtl:` variant'],
  ['[margin-left:1px]', 'a logical property'],
])('the class %s is rejected', (name, logical) => {
  expect(inClass(`flex ${name} gap-2`)).toEqual([`app/odd.tsx:1: "${name}", use "${logical}"`]);
  expect(inCss(`.odd {\n  @apply flex ${name} gap-2;\n}`)).toEqual([
    `app/styles/odd.css:2: "${name}", use "${logical}"`,
  ]);
});

test.each([
  ['margin-left: 1rem', 'margin-inline-start'],
  ['padding-right: 0', 'padding-inline-end'],
  ['border-left: 1px solid', 'border-inline-start'],
  ['left: 0', 'inset-inline-start'],
  ['border-top-left-radius: 1rem', 'border-start-start-radius'],
  ['text-align: right', 'text-align: end'],
  ['float: left', 'float: start'],
  ['margin: 0 1rem 0 0', 'margin-block and margin-inline-start, -end'],
  ['inset: 0 0 0 calc(1rem + 2px)', 'inset-block and inset-inline-start, -end'],
  ['border-radius: 1rem 0 0 1rem', 'border-start-start-radius and so on'],
])('the declaration %s is rejected', (declaration, logical) => {
  expect(inCss(`.odd {\n  ${declaration};\n}`)).toEqual([`app/styles/odd.css:2: "${declaration}", use "${logical}"`]);
});

test('properties in style attributes are rejected', () => {
  expect(findPhysicalSides('app/odd.tsx', '<p style={{ left: 0 }} />')).toHaveLength(1);
  expect(findPhysicalSides('app/odd.tsx', 'const box = { marginLeft: 1 };')).toHaveLength(1);
});

test('logical sides, both sides, counterparts and words are allowed', () => {
  expect(
    inClass('ms-2 -me-2 px-3 inset-x-0 text-start rounded-t-lg border-b start-3 translate-y-1 place-items-center'),
  ).toEqual([]);
  expect(inClass('translate-x-1 rtl:-translate-x-1')).toEqual([]);
  expect(findPhysicalSides('app/odd.tsx', '// the left-hand side\n<Icon name="arrow-left" />')).toEqual([]);
  expect(inCss('/* margin-left: 1px; */\n.odd {\n  inset: auto 0 0;\n  padding: 1px 2px 3px 2px;\n}')).toEqual([]);
  expect(inCss('.odd {\n  border-radius: 0 0 1rem 1rem;\n  transition: margin 1s;\n}')).toEqual([]);
});
