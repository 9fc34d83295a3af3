import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAudit, unallowed } from './check-vulnerabilities.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  overrides: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version?: string; hasInstallScript?: boolean }>;
};

test('every version is exact, and the one that is locked', () => {
  const { dependencies, devDependencies, optionalDependencies, overrides } = manifest;
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(asked.length).toBeGreaterThan(40);
  for (const [name, version] of [...asked, ...Object.entries(overrides)])
    expect(`${name} ${version}`).toMatch(/^\S+ \d+\.\d+\.\d+(?:-[\w.]+)?$/);
  for (const [name, version] of asked)
    expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
});

test('every package with an install script is allowed or denied by name', () => {
  const scripted = Object.entries(lock.packages)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));
  expect(Object.keys(manifest.allowScripts).toSorted()).toEqual([...new Set(scripted)].toSorted());
});

const report = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      parser: {
        name: 'parser',
        severity,
        via: [
          {
            source: 1,
            name: 'parser',
            title: 'It loops',
            url: 'https://advisories.example/GHSA-aaaa-bbbb-cccc',
            severity,
          },
        ],
      },
      framework: { name: 'framework', severity, via: ['parser'] },
    },
    metadata: {},
  });

test('high and critical vulnerabilities are reported once, lower ones are not, and a missing report is undefined', () => {
  const found = { id: 'GHSA-aaaa-bbbb-cccc', name: 'parser', title: 'It loops' };
  expect(readAudit(report('high'))).toEqual([{ ...found, severity: 'high' }]);
  expect(readAudit(report('critical'))).toEqual([{ ...found, severity: 'critical' }]);
  expect(readAudit(report('moderate'))).toEqual([]);
  for (const silence of ['', 'npm error', '{"message":"405 Method Not Allowed","statusCode":405}'])
    expect(readAudit(silence)).toBeUndefined();
});

test('an exception is valid until its date', () => {
  const found = readAudit(report('high')) ?? [];
  const allowed = [
    { advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'We never parse what a visitor sends.', until: '2026-03-01' } as const,
  ];
  expect(unallowed(found, [], '2026-03-01')).toEqual(['parser: It loops [high] GHSA-aaaa-bbbb-cccc']);
  expect(unallowed(found, allowed, '2026-03-01')).toEqual([]);
  expect(unallowed(found, allowed, '2026-03-02')).toEqual([expect.stringContaining('which has passed')]);
});
