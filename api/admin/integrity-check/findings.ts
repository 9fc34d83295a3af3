import type { ClientBase } from 'pg';

/** Something that is not as it must be; `where` is a table, `rows` how many of its rows. */
export interface Finding {
  what: string;
  where: string;
  rows?: number;
}

/** Runs a query whose every row is a finding: (what, where). */
export async function findingsOf(client: ClientBase, text: string, values: unknown[] = []): Promise<Finding[]> {
  const { rows } = await client.query<{ what: string; where: string }>(text, values);
  return rows;
}
