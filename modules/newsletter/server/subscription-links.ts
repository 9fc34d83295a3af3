import { createHmac, timingSafeEqual } from 'node:crypto';

/** Newest first (deriveKeys). */
export interface NewsletterKeys {
  newsletterLinks: readonly string[];
  suppression: readonly string[];
}

/** What a link in a mail does. One link cannot be turned into the other. */
export type LinkPurpose = 'confirm' | 'unsubscribe';

const idLength = 16;
const signatureLength = 18;

const signatureOf = (purpose: LinkPurpose, id: Buffer, key: string) =>
  createHmac('sha256', key).update(`${purpose} `).update(id).digest().subarray(0, signatureLength);

/** The id of the subscriber and a signature. Nothing is stored: every mail to a subscriber has the same links. */
export function linkToken({ newsletterLinks: [key = ''] }: NewsletterKeys, purpose: LinkPurpose, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, signatureOf(purpose, bytes, key)]).toString('base64url');
}

/** The id of the subscriber; undefined unless we signed it for this purpose. */
export function readLinkToken(
  { newsletterLinks }: NewsletterKeys,
  purpose: LinkPurpose,
  token: string,
): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding is lenient: only the spelling that we wrote is a token.
  if (bytes.length !== idLength + signatureLength || bytes.toString('base64url') !== token) return undefined;
  const id = bytes.subarray(0, idLength);
  const signature = bytes.subarray(idLength);
  if (!newsletterLinks.some((key) => timingSafeEqual(signature, signatureOf(purpose, id, key)))) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Who unsubscribed is known by these only; by every key, as the rows of an earlier AUTH_SECRET stay. */
export const suppressionHashes = ({ suppression }: NewsletterKeys, email: string): string[] =>
  suppression.map((key) => createHmac('sha256', key).update(email.toLowerCase()).digest('base64url'));
