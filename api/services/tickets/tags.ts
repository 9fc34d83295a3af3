import type { ClientBase } from 'pg';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { columns, text } from '#api/db/columns.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { Tags } from '#contract/ticket-changes.ts';
import { maxTags, maxTicketTags } from '#contract/limits.ts';
import type { StaffPermission } from '#contract/staff.ts';

const needs = ['support'] as const satisfies StaffPermission[];
const tag = columns({ name: text('name') });

const tooMany = new UserError('too_many_tags', `A ticket can have ${maxTicketTags} tags.`);
const vocabularyFull = new UserError(
  'tag_vocabulary_full',
  `There are ${maxTags} different tags already. Please use one of them, or remove one from all of its tickets.`,
);

export async function listTags(database: Database, caller: Caller): Promise<Tags> {
  const list = { name: 'tags', text: `SELECT ${tag.sql} FROM tags ORDER BY name_key` };
  const [rows] = await runAsStaff(database, caller, { needs }, list);
  return { tags: tag.all(rows).map(({ name }) => name) };
}

/** The tags that a locked ticket has afterwards, spelled as on other tickets; undefined if they stay as they are. */
export async function planTags(
  client: ClientBase,
  { tags }: { tags: readonly string[] },
  add: readonly string[] = [],
  remove: readonly string[] = [],
): Promise<string[] | undefined> {
  if (add.length + remove.length === 0) return undefined;
  const added = add.length === 0 ? [] : await resolveTags(client, add);
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE fold(name) <> ALL(ARRAY(SELECT fold(one) FROM unnest($2::text[]) AS one))',
    [tags, remove],
  );
  const planned = [...new Set([...rows.map(({ name }) => name), ...added])];
  if (planned.length > maxTicketTags) throw tooMany;
  return planned;
}

async function resolveTags(client: ClientBase, names: readonly string[]): Promise<string[]> {
  const { rows } = await client
    .query<{ names: string[] }>('SELECT resolve_tags($1) AS names', [names])
    .catch(fromSqlState({ 'PT409 tag_vocabulary_full': vocabularyFull }));
  return rows[0]?.names ?? [];
}
