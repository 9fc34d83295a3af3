import { expect, test } from 'vitest';
import { doctorProof, isDoctorProof } from './doctor-proof.ts';

test('a proof is valid for its key and for minutes, and nothing else is', () => {
  const now = 1_700_000_000_000;
  const proof = doctorProof('key', now);
  expect(isDoctorProof('key', proof, now + 60_000)).toBe(true);
  expect(isDoctorProof('other', proof, now)).toBe(false);
  expect(isDoctorProof('key', proof, now + 6 * 60_000)).toBe(false);
  expect(isDoctorProof('key', proof, now - 6 * 60_000)).toBe(false);
  const [, signature] = proof.split('.');
  for (const wrong of [
    undefined,
    '',
    '.',
    `${now + 1}.${signature}`,
    `${proof}x`,
    `${now}.${'A'.repeat(43)}`,
    `${now}.é`,
  ])
    expect([wrong, isDoctorProof('key', wrong, now)]).toEqual([wrong, false]);
});
