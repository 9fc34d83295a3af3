import { expect, test } from 'vitest';
import { measuresOf } from './protection.tsx';

const passkey = { id: '', name: '', createdAt: '' };
const nothing = { hasPassword: true, hasTotp: false, passkeys: [], recoveryCodesLeft: 0 };
const steps = (facts: Partial<Parameters<typeof measuresOf>[0]>) =>
  measuresOf({ ...nothing, ...facts }).map(({ name, step }) => [name, step?.name]);

test('a password alone lacks everything else', () => {
  expect(steps({})).toEqual([
    ['password', undefined],
    ['second', 'second'],
    ['passkey', 'passkey'],
    ['wayBack', 'codes'],
  ]);
});

test('a passkey beside a password is not a second factor, as the password still signs in', () => {
  expect(steps({ passkeys: [passkey] })).toContainEqual(['second', 'second']);
  expect(steps({ hasTotp: true, passkeys: [passkey], recoveryCodesLeft: 10 }).every(([, step]) => !step)).toBe(true);
});

test('the way back is recovery codes that are left, or another passkey', () => {
  expect(steps({ hasTotp: true })).toContainEqual(['wayBack', 'codes']);
  expect(steps({ passkeys: [passkey, passkey] })).toContainEqual(['wayBack', undefined]);
  expect(steps({ hasPassword: false, passkeys: [passkey] })).toEqual([
    ['passwordless', undefined],
    ['second', undefined],
    ['passkey', undefined],
    ['wayBack', 'another'],
  ]);
});
