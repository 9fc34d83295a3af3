import { expect, test } from 'vitest';
import { AccountError } from './account-error.ts';
import { rejectWeakPassword } from './weak-password.ts';

const codeOf = (password: string, email?: string) => {
  try {
    rejectWeakPassword(password, email, 'https://www.azur-conseil.example');
    return 'accepted';
  } catch (error) {
    return error instanceof AccountError ? error.code : error;
  }
};

test.each(['123456', 'password', 'PassWord', ' qwerty ', 'azerty', 'AZERTYUIOP', 'motdepasse', 'doudou', 'iloveyou'])(
  '%j is a common password',
  (password) => expect(codeOf(password, 'ada@example.com')).toBe('password_too_common'),
);

test.each(['ada.lovelace@example.com', 'Ada.Lovelace@Example.com', 'ada.lovelace', 'ADA.LOVELACE'])(
  '%j is the email address',
  (password) => expect(codeOf(password, 'ada.lovelace@example.com')).toBe('password_is_email'),
);

test.each([
  'rempart-azur',
  'RempartAzur',
  'Rempart Azur 2026!',
  '06rempart06',
  'azur2026',
  'Cybersécurité1',
  'cybersecurite',
  'Microsoft365',
  'iso27001',
  'rempart-azur.example',
  'azur-conseil',
  'www.azur-conseil.example',
])('%j is a company term', (password) =>
  expect(codeOf(password, 'ada@example.com')).toBe('password_contains_company_name'),
);

test.each(['correct horse', 'été à Nice', 'x7', 'ada.lovelace', 'example.com', 'un rempart sur la mer', '20262026'])(
  '%j is accepted',
  (password) => expect(codeOf(password, 'other@example.com')).toBe('accepted'),
);

test('without an email address the other rules apply', () => {
  expect(codeOf('ada.lovelace')).toBe('accepted');
  expect(codeOf('123456')).toBe('password_too_common');
});
