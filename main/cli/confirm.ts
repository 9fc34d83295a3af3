import type { ClientBase } from 'pg';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { Rollback } from '#api/db/transaction.ts';
import { type CommandContext, type Options, UsageError } from './command.ts';

/** Options of every command that cannot be undone. */
export const confirmOptions = {
  yes: { about: 'do it; without it, the command only shows what it would do' },
  'dry-run': { about: 'the same as without --yes, with exit code 0' },
};

export function isConfirmed(options: Options): boolean {
  const isYes = options.hasFlag('yes');
  if (isYes && options.hasFlag('dry-run')) throw new UsageError('--yes and --dry-run exclude each other');
  return isYes;
}

/** What the work did, or without --yes would do: then it is rolled back. */
export async function runIfConfirmed<Result>(
  { database, options }: Pick<CommandContext, 'database' | 'options'>,
  work: (client: ClientBase) => Promise<Result>,
): Promise<{ isDone: boolean; result: Result }> {
  const isDone = isConfirmed(options);
  const result = await inOperatorTransaction<Result>(database, async (client) =>
    isDone ? work(client) : new Rollback(await work(client)),
  );
  return { isDone, result };
}

/** The end of a command that was not confirmed. */
export function nothingChanged({ options, output }: Pick<CommandContext, 'options' | 'output'>): 0 | 1 {
  output.err('Nothing was changed: add --yes to do it.');
  return options.hasFlag('dry-run') ? 0 : 1;
}
