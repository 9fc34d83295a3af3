import fc from 'fast-check';

// Known troublemakers, any code unit (NUL, a lone surrogate) and any character.
const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  '🙂',
  '\u202e',
  "' OR 1=1 --",
  '../../etc/passwd',
  '${7*7}',
  '<script>',
  '%',
  '_',
  '\\',
  '1e999',
  '-0',
  'null',
  'NaN',
  '9223372036854775808',
  '2025-02-30',
  'infinity',
  'true',
  '[]',
  '{}',
  'x'.repeat(5000),
  '00000000-0000-0000-0000-000000000000',
);
export const anyText = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
export const anyValue = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.constantFrom(null, true, [], {}, Number.MAX_SAFE_INTEGER),
);
export const header = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 80 })
  .map((value) => value.trim());

// What an arbitrary yields when a request should be accepted.
const acceptable = new WeakMap<fc.Arbitrary<unknown>, () => unknown>();

function accepting<T>(arbitrary: fc.Arbitrary<T>, value: () => unknown): fc.Arbitrary<T> {
  acceptable.set(arbitrary, value);
  return arbitrary;
}

/** The usual value of an arbitrary from below, the same in each run. Of any other arbitrary, one of its values. */
export function acceptableOf(arbitrary: fc.Arbitrary<unknown>): unknown {
  const value = acceptable.get(arbitrary);
  return value === undefined ? fc.sample(arbitrary, { numRuns: 1, seed: 1 })[0] : value();
}

export const rarely = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  accepting(fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: other }), () => acceptableOf(usual));

export const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  accepting(fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: other }), () => acceptableOf(usual));

/** One of several values, of which the first is the usual one. */
export const choice = <T>(...values: T[]) => accepting(fc.constantFrom<T[]>(...values), () => values[0]);

export const record = <T extends object>(parts: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  accepting(fc.record(parts) as unknown as fc.Arbitrary<T>, () => acceptableRecord(parts));

export const acceptableRecord = (parts: Record<string, fc.Arbitrary<unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, acceptableOf(part)]));

const cursorKeys = fc.oneof(
  anyText,
  fc.constantFrom(
    '2025-01-01 00:00:00.000001+00',
    '2025-13-01 00:00:00+00',
    '2025-02-30',
    'infinity',
    '99999999999',
    '9999999999999999999',
    '-1',
    '0b7e1c1e-6f0f-4b58-9d2e-000000000001',
  ),
);
export const cursorOf = (list: string, sorts: string[]) =>
  fc
    .tuple(
      fc.constant(list),
      fc.constantFrom(...sorts),
      fc.constantFrom('asc', 'desc'),
      fc.array(cursorKeys, { minLength: 1, maxLength: 3 }),
    )
    .map(([ofList, sort, direction, keys]) =>
      Buffer.from(JSON.stringify([ofList, sort, direction, ...keys])).toString('base64url'),
    );
