import { expect, test } from 'vitest';
import { AccountError } from './account-error.ts';
import { refuseWeakPassword } from './weak-password.ts';

const codeOf = (password: string, email?: string) => {
  try {
    refuseWeakPassword(password, email, 'https://www.azur-conseil.example');
    return 'taken';
  } catch (error) {
    return error instanceof AccountError ? error.code : error;
  }
};

test.each(['123456', 'password', 'PassWord', ' qwerty ', 'azerty', 'AZERTYUIOP', 'motdepasse', 'doudou', 'iloveyou'])(
  '%j is among the most common',
  (password) => expect(codeOf(password, 'ada@example.com')).toBe('password_too_common'),
);

test.each(['ada.lovelace@example.com', 'Ada.Lovelace@Example.com', 'ada.lovelace', 'ADA.LOVELACE'])(
  '%j is the address itself',
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
])('%j is ours', (password) => expect(codeOf(password, 'ada@example.com')).toBe('password_contains_company_name'));

test.each(['correct horse', 'été à Nice', 'x7', 'ada.lovelace', 'example.com', 'un rempart sur la mer', '20262026'])(
  '%j is taken',
  (password) => expect(codeOf(password, 'other@example.com')).toBe('taken'),
);

test('without an address only the list counts', () => {
  expect(codeOf('ada.lovelace')).toBe('taken');
  expect(codeOf('123456')).toBe('password_too_common');
});
