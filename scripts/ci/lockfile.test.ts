import { expect, test } from 'vitest';
import { findLockErrors, missingPlatforms, platformOf, unhashedBindings } from './lockfile.ts';

test('reads the system from the names that the registry uses', () => {
  expect(platformOf('@swc/core-linux-x64-musl')).toEqual({ os: ['linux'], cpu: ['x64'], libc: ['musl'] });
  expect(platformOf('@swc/core-linux-arm-gnueabihf')).toEqual({ os: ['linux'], cpu: ['arm'], libc: ['glibc'] });
  expect(platformOf('@oxlint-tsgolint/darwin-arm64')).toEqual({ os: ['darwin'], cpu: ['arm64'] });
  expect(platformOf('@oxfmt/binding-win32-ia32-msvc')).toEqual({ os: ['win32'], cpu: ['ia32'] });
  expect(platformOf('@tailwindcss/oxide-wasm32-wasi')).toEqual({ cpu: ['wasm32'] });
  expect(platformOf('left-pad')).toBeUndefined();
});

test('adds what the lock lacks and leaves what it has', () => {
  const lock = {
    packages: {
      'node_modules/a': { dev: true, optionalDependencies: { 'a-linux-x64-gnu': '1.0.0', 'a-darwin-x64': '1.0.0' } },
      'node_modules/a-linux-x64-gnu': { version: '1.0.0' },
    },
  };
  expect(missingPlatforms(lock)).toEqual({
    'node_modules/a-darwin-x64': { version: '1.0.0', os: ['darwin'], cpu: ['x64'], dev: true, optional: true },
  });
});

test('finds a package that lies beside its parent, and keeps two versions apart', () => {
  const lock = {
    packages: {
      'node_modules/a': { optionalDependencies: { 'b-darwin-x64': '1.0.0' } },
      'node_modules/c/node_modules/a': { optionalDependencies: { 'b-darwin-x64': '2.0.0', 'b-win32-x64': '2.0.0' } },
      'node_modules/c/node_modules/b-win32-x64': { version: '2.0.0' },
    },
  };
  expect(Object.entries(missingPlatforms(lock)).map(([path, { version }]) => [path, version])).toEqual([
    ['node_modules/b-darwin-x64', '1.0.0'],
    ['node_modules/c/node_modules/a/node_modules/b-darwin-x64', '2.0.0'],
  ]);
});

test('names each error of a lock that would not install elsewhere', () => {
  const lock = {
    packages: {
      'node_modules/a': {
        integrity: 'sha512-a',
        resolved: 'https://registry.example/a.tgz',
        optionalDependencies: { 'a-win32-x64': '1.0.0' },
      },
    },
  };
  expect(findLockErrors(lock, [])).toEqual([
    'node_modules/a has a download URL',
    'node_modules/a-win32-x64 is missing',
  ]);
  expect(() => findLockErrors({ packages: { '': { optionalDependencies: { mystery: '1.0.0' } } } }, [])).toThrow(
    'mystery',
  );
});

test('a package without a hash is an error, but for listed binaries of other systems', () => {
  const binding = { version: '1.0.0', optional: true, os: ['win32'], cpu: ['x64'] };
  const lock = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', integrity: 'sha512-b' },
      'node_modules/c-win32-x64': binding,
      'node_modules/d-win32-x64': binding,
      'node_modules/b/node_modules/c-win32-x64': { ...binding, version: '2.0.0' },
    },
  };
  expect(unhashedBindings(lock)).toEqual(['c-win32-x64@1.0.0', 'c-win32-x64@2.0.0', 'd-win32-x64@1.0.0']);
  expect(findLockErrors(lock, ['a@1.0.0', 'b@1.0.0', 'c-win32-x64@1.0.0', 'd-win32-x64@1.0.0'])).toEqual([
    'node_modules/a has no integrity hash',
    'node_modules/b/node_modules/c-win32-x64 has no integrity hash',
    'a@1.0.0 is in without-integrity.json but has a hash',
    'b@1.0.0 is in without-integrity.json but has a hash',
  ]);
});

test('a binary of a supported system needs a hash, whatever is listed', () => {
  const binding = { version: '1.0.0', optional: true, os: ['linux'], cpu: ['arm64'], libc: ['glibc'] };
  const lock = { packages: { 'node_modules/a-linux-arm64-gnu': binding } };
  expect(findLockErrors(lock, ['a-linux-arm64-gnu@1.0.0'])).toContain(
    'node_modules/a-linux-arm64-gnu has no integrity hash',
  );
});
