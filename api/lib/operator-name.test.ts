import { expect, test } from 'vitest';
import { operatorName } from './operator-name.ts';

const named = (environment: NodeJS.ProcessEnv, isRoot = false, username = () => 'rempart-azur') =>
  operatorName({ environment, isRoot, username });

test('the operator is who called the wrapper, who called sudo, or the user of the process', () => {
  expect(named({ OPERATOR: 'lea', SUDO_USER: 'sofia' }, true)).toBe('lea');
  expect(named({ SUDO_USER: 'sofia' }, true)).toBe('sofia');
  expect(named({ SUDO_USER: 'sofia' })).toBe('rempart-azur');
  expect(named({})).toBe('rempart-azur');
  const nameless = () => {
    throw new Error('ENOENT');
  };
  expect(named({}, false, nameless)).toMatch(/^\d+$/);
  expect(operatorName()).toMatch(/^\S+$/);
});

test('a hostile name is cut and cleaned', () => {
  expect(named({ OPERATOR: '\u001b[2Jle\u202ea\n{"by":"x"}\u0000' })).toBe('[2Jle a {"by":"x"}');
  expect(named({ OPERATOR: 'x'.repeat(5000) })).toBe('x'.repeat(64));
  expect(named({ OPERATOR: '😀'.repeat(100) })).toBe('😀'.repeat(64));
  expect(named({ OPERATOR: '\ud800\u0000 ' })).toBe('rempart-azur');
});
