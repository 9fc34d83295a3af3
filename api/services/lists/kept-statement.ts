import { createHash } from 'node:crypto';
import type { Statement } from '#api/db/batch.ts';

const names = new Map<string, string>();

/** The same statement, kept prepared. Only for texts that are few: each is a plan that every connection keeps. */
export function kept(statement: Statement): Statement {
  let name = names.get(statement.text);
  if (name === undefined) {
    name = `list-${createHash('sha256').update(statement.text).digest('base64url').slice(0, 20)}`;
    names.set(statement.text, name);
  }
  return { ...statement, name };
}
