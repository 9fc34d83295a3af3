import { createHash } from 'node:crypto';
import { isUuid } from './fields.ts';

/**
 * The id of an invoice: the file's own if it is a UUID; else one that follows from the customer and the number that
 * their accounts give it (UUID version 5), so that the same invoice is met again in the next file.
 */
export function invoiceId(customerId: string, given: string): string {
  if (isUuid(given)) return given.toLowerCase();
  const namespace = Buffer.from(customerId.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(given, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
