import { checkDatabase } from '#api/admin/integrity-check/check-database.ts';
import type { Finding } from '#api/admin/integrity-check/findings.ts';
import { type Command, json } from '../command.ts';
import { table } from '../output.ts';

const told = ({ what, where, rows }: Finding) =>
  rows === undefined ? `${where}: ${what}` : `${where}: ${rows} rows ${what}`;

export const checkCommand: Command = {
  name: 'check',
  summary: 'Check that the data is whole and that nobody can see another’s',
  takes: [],
  options: { json },
  notes: [
    'Looks at migrations, references, conditions, indexes, row-level security, policies and rights; changes nothing.',
  ],
  schema: 'any',
  async run({ database, output, options }) {
    const progress = output.progress('Checking');
    let looked = 0;
    const report = await checkDatabase(database, () => progress.show((looked += 1), looked + 1)).finally(
      progress.clear,
    );
    if (options.isOn('json')) output.out(JSON.stringify(report));
    else {
      table(Object.entries(report.counts).map(([name, rows]) => ({ table: name, rows }))).forEach(output.out);
      report.warnings.forEach((finding) => output.err(`To look at: ${told(finding)}`));
      report.problems.forEach((finding) => output.err(`WRONG: ${told(finding)}`));
      const { length } = report.problems;
      output.out(
        length === 0 ? 'Everything is in order.' : `${length} ${length === 1 ? 'thing is' : 'things are'} wrong.`,
      );
    }
    return report.problems.length === 0 ? 0 : 1;
  },
};
