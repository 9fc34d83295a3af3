import { expect, test } from 'vitest';
import { identifySbom } from './identify-sbom.ts';

const builtAt = new Date('2026-11-14T23:46:40Z');
const identify = (version: string, serialNumber: string, timestamp: string) =>
  identifySbom({ serialNumber, metadata: { timestamp }, components: [{ 'bom-ref': `zod@${version}` }] }, builtAt);

test('two builds of the same sources have the same SBOM, and other packages another number', () => {
  const first = identify('4.6.7', 'urn:uuid:1', '2026-11-18T20:00:07.644Z');
  expect(identify('4.6.7', 'urn:uuid:2', '2026-11-18T20:06:30.875Z')).toEqual(first);
  expect(first.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(identify('4.6.8', '', '').serialNumber).not.toBe(first.serialNumber);
});
