import { expect, test } from 'vitest';
import { formatSiren, readSiren } from './siren.ts';

test('a SIREN is read as people write it, and its checksum is verified', () => {
  for (const written of ['123456782', '123 456 782', ' 123\u202f456\u00a0782 ', '123.456.782'])
    expect(readSiren(written)).toBe('123456782');
  for (const wrong of ['123456789', '12345678', '1234567820', 'FR12345678', '', '١٢٣٤٥٦٧٨٢'])
    expect(readSiren(wrong)).toBeUndefined();
  expect(formatSiren('123456782')).toBe('123\u00a0456\u00a0782');
});
