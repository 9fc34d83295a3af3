import { createHash } from 'node:crypto';

/** As hash_token() in SQL. Fast, since tokens have too many bits to guess. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');
