import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { commands } from './run.ts';

/** Neither a hyphen that groff may print as another character, nor a request at the start of a line. */
const escape = (text: string) =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('’', String.raw`\(cq`)
    .replaceAll('«', String.raw`\(Fo`)
    .replaceAll('»', String.raw`\(Fc`)
    .replaceAll('€', String.raw`\(Eu`)
    .replace(/^(['.])/, String.raw`\&$1`);

function describe({ name, positionals = [], summary, options = {} }: Command): string[] {
  const values = positionals.map((one) => (one.endsWith('?') ? ` [${one.slice(0, -1)}]` : ` <${one}>`)).join('');
  const rows = Object.entries(options).flatMap(([option, { value, about }]) => [
    '.TP',
    String.raw`.B \-\-${escape(option)}${value === undefined ? '' : ` <${escape(value)}>`}`,
    `${escape(about)}.`,
  ]);
  return [
    '.TP',
    `.B ${escape(`${name}${values}`)}`,
    `${escape(summary)}.`,
    ...(rows.length === 0 ? [] : ['.RS', ...rows, '.RE']),
  ];
}

const page = String.raw`.\" Written by "vitest run main/cli/manual-page.test.ts -u": change the commands instead.
.TH REMPART\-AZUR 8 "" "Rempart Azur" "System administration"
.SH NAME
rempart\-azur \- command line of the customer portal
.SH SYNOPSIS
.B rempart\-azur
.I command
.RI [ arguments ]
.SH DESCRIPTION
Manages an installed portal: staff, customers, imports, backups and checks. It reads
.I /etc/rempart\-azur/environment
and works as the user of the service, also when root calls it. The audit log names the user who called it.
.PP
Commands that delete or take away show what they would do and change nothing; with
.B \-\-yes
they do it. Nothing asks questions.
.B rempart\-azur
.I command
.B \-\-help
explains a command.
.SH COMMANDS
${commands.flatMap(describe).join('\n')}
.SH FILES
.TP
.I /etc/rempart\-azur/environment
Settings. After a change: /usr/lib/rempart\-azur/restart\-instances
.TP
.I /etc/rempart\-azur/company.json
Facts about the company that pages, mails and invoices name.
.TP
.I /var/lib/rempart\-azur
Files of customers.
.TP
.I /var/lib/rempart\-azur\-backups
Backups of every night.
.SH EXIT STATUS
.TP
.B 0
Done, or nothing to do.
.TP
.B 1
It failed, found something wrong, or changed nothing because
.B \-\-yes
is missing.
.TP
.B 2
Wrong arguments.
`;

test('the manual page has every command and option', async () => {
  await expect(page).toMatchFileSnapshot('../../packaging/rempart-azur.8');
});
