import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { commands } from './run.ts';
import { call, folder, writeCsv } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

describeOperator(({ engine, operator }) => {
  beforeAll(async () => {
    await call(operator, 'customers', 'create', 'Cabinet Masséna', '--contact', 'Claire', '--outstanding', '1250.5');
  });

  test('a customer is created once, shown, updated and listed', async () => {
    expect(await call(operator, 'customers', 'create', 'CABINET MASSENA')).toMatchObject({
      code: 1,
      err: expect.stringContaining('already'),
    });
    const changed = await call(operator, 'customers', 'update', 'cabinet massena', '--risk', 'medium', '--json');
    expect(JSON.parse(changed.out)).toMatchObject({
      name: 'Cabinet Masséna',
      contact: 'Claire',
      risk: 'medium',
      total_outstanding: '1250.50',
    });
    expect((await call(operator, 'customers', 'show', 'Cabinet Masséna')).out).toMatch(/^contact +Claire$/m);
    expect((await call(operator, 'customers', 'list')).out).toMatch(/^Cabinet Masséna +medium +€1,250\.50 +set +\d/m);
  });

  test('names cannot control the terminal, and JSON keeps them', async () => {
    const name = 'Red \u001b[31m\u009b2J';
    const created = await call(operator, 'customers', 'create', name);
    expect(created.out).toContain(String.raw`Created Red \u001b[31m\u009b2J (`);
    const shown = await call(operator, 'customers', 'show', name, '--json');
    expect(JSON.parse(shown.out)).toMatchObject({ name });
    const updated = await call(operator, 'customers', 'update', name, '--risk', 'low');
    const listed = await call(operator, 'customers', 'list');
    for (const { out, err } of [created, shown, updated, listed]) expect(`${out}${err}`).not.toMatch(/(?!\n)\p{Cc}/u);
    await call(operator, 'erase-customer', name, '--yes');
  });

  test('a balance is set, or computed from the unpaid invoices', async () => {
    await call(operator, 'customers', 'create', 'Balance', '--outstanding', '99');
    const file = writeCsv(
      'balance.csv',
      'number,amount,status,created_at\nB-1,1250.50,pending,2025-01-05\nB-2,300,disputed,2025-01-05\nB-3,7,paid,2025-01-05\n',
    );
    expect((await call(operator, 'import', 'invoices', file, '--customer', 'Balance')).code).toBe(0);
    const show = async () => (await call(operator, 'customers', 'show', 'Balance')).out;
    expect(await show()).toMatch(/^outstanding +€99 \(set\)$/m);
    expect((await call(operator, 'check')).err).toContain('customers: 1 rows have a set balance');
    const computed = await call(operator, 'customers', 'update', 'Balance', '--outstanding', 'computed', '--json');
    expect(JSON.parse(computed.out)).toMatchObject({ total_outstanding: null, outstanding: '1550.50' });
    expect(await show()).toMatch(/^outstanding +€1,550\.50 \(computed\)$/m);
    expect(await show()).toMatch(/^unpaid invoices +€1,550\.50$/m);
    expect((await call(operator, 'customers', 'list')).out).toMatch(/^Balance +low +€1,550\.50 +computed +0/m);
    expect((await call(operator, 'check')).err).not.toContain('set balance');
    await call(operator, 'customers', 'update', 'Balance', '--phone', '1');
    expect(await show()).toMatch(/^outstanding +€1,550\.50 \(computed\)$/m);
  });

  test('an import reports how many new invoices have no date of issue', async () => {
    const file = writeCsv('undated.csv', 'number,amount\nU-1,1\nU-2,2\n');
    const dry = await call(operator, 'import', 'invoices', file, '--customer', 'Cabinet Masséna', '--dry-run');
    expect(dry.err).toBe(
      '2 new invoices have no created_at (date of issue): the portal would show them as issued today.\n',
    );
    const dated = writeCsv('dated.csv', 'number,amount,created_at\nU-3,1,2025-01-05\n');
    expect(await call(operator, 'import', 'invoices', dated, '--customer', 'Cabinet Masséna')).toMatchObject({
      err: '',
    });
    expect((await call(operator, 'import', '--help')).out).toContain('created_at is the date of issue');
  });

  test('an ambiguous amount is a usage error', async () => {
    const rejected = await call(operator, 'customers', 'create', 'Atlas', '--outstanding', '1,250.50');
    expect(rejected).toMatchObject({ code: 2, err: expect.stringContaining('write it like 1250.50') });
    expect((await call(operator, 'customers', 'list')).out).not.toContain('Atlas');
  });

  test('a dry run shows each row, an import only totals, an invalid row stops it', async () => {
    const file = writeCsv('invoices.csv', 'id;amount;status\nF-1;1250.50;paid\nF-2;80;pending\n');
    const dry = await call(operator, 'import', 'invoices', file, '--customer', 'Cabinet Masséna', '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.out).toContain('line 2: add    F-1  amount 1250.50, status paid\n');
    expect(dry.out).toContain('2 to add, 0 to change, 0 unchanged, 0 invalid. Dry run: nothing was imported.');
    const done = await call(operator, 'import', 'invoices', file, '--customer', 'Cabinet Masséna');
    expect(done.out).toBe('2 added, 0 changed, 0 unchanged.\n');
    const changed = writeCsv('changed.csv', 'id;amount;status\nF-1;1250.50;overdue\nF-2;80;pending\n');
    const again = await call(operator, 'import', 'invoices', changed, '--customer', 'Cabinet Masséna', '--dry-run');
    expect(again.out).toContain('line 2: change F-1  status paid → overdue\nline 3: same   F-2\n');
    const bad = await call(
      operator,
      'import',
      'invoices',
      writeCsv('bad.csv', 'id,amount\nF-3,"1,250"\n'),
      '--customer',
      'Cabinet Masséna',
    );
    expect(bad).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^line 2: amount is "1,250": write it like 1250\.50/),
    });
    expect(bad.out).toContain('Nothing was imported.');
  });

  test('JSON output has one line per row and the totals', async () => {
    const file = writeCsv('json.csv', 'contract_number,title\nC-1,Audit\n');
    const { out } = await call(
      operator,
      'import',
      'contracts',
      file,
      '--customer',
      'Cabinet Masséna',
      '--dry-run',
      '--json',
    );
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { line: 2, outcome: 'add', name: 'C-1' },
      { add: 1, isImported: false },
    ]);
  });

  test('a person is invited, listed, linked with roles and unlinked', async () => {
    const invited = await call(
      operator,
      'users',
      'invite',
      'Claire@Cabinet.example',
      '--customer',
      'cabinet massena',
      '--language',
      'fr',
    );
    expect(invited).toMatchObject({ code: 0, out: expect.stringContaining('the mail is queued') });
    const { rows } = await operator.client.query('SELECT kind, data FROM jobs');
    const values = {
      customer: 'Cabinet Masséna',
      link: expect.stringMatching(/^https:\/\/www\.example\.com\/customer-auth#invitation=[\w-]{32}&language=fr$/),
    };
    const data = { template: 'invitation', recipient: 'claire@cabinet.example', locale: 'fr', values };
    expect(rows).toMatchObject([{ kind: 'mail', data }]);
    await call(operator, 'customers', 'create', 'Atlas');
    expect((await call(operator, 'users', 'list', '--customer', 'Cabinet Masséna')).out).toMatch(
      /^claire@cabinet\.example +no +Cabinet Masséna \(invited as owner\)/m,
    );
    expect((await call(operator, 'users', 'unlink', 'claire@cabinet.example', '--yes')).code).toBe(0);
    expect((await call(operator, 'users', 'unlink', 'claire@cabinet.example', '--yes')).code).toBe(1);
    await operator.client.query(`INSERT INTO users (email, name) VALUES ('claire@cabinet.example', 'Claire')`);
    const link = (...more: string[]) =>
      call(operator, 'users', 'link', 'claire@cabinet.example', '--customer', 'Atlas', ...more);
    expect(await link('--yes')).toMatchObject({ code: 1, err: expect.stringContaining('is not verified') });
    await operator.client.query(`UPDATE users SET email_verified = true WHERE email = 'claire@cabinet.example'`);
    expect(await link()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/was created on .* never used.*add --yes/),
    });
    expect(await link('--yes', '--roles', 'boss')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--roles contains "boss", but must be some of owner, billing, technical, requester'),
    });
    expect((await link('--yes', '--roles', 'requester, owner')).out).toBe(
      'Linked claire@cabinet.example to Atlas as owner, requester: the notification is queued.\n',
    );
    expect((await link()).out).toBe('Changed the roles of claire@cabinet.example for Atlas to owner.\n');
    expect((await call(operator, 'users', 'list')).out).toMatch(/^claire@cabinet\.example +yes +Atlas \(owner\)/m);
    expect((await call(operator, 'customers', 'show', 'Atlas')).out).toContain('claire@cabinet.example (owner)');
    const again = await call(operator, 'users', 'invite', 'claire@cabinet.example', '--customer', 'Atlas');
    expect(again.out).toMatch(/^Nothing to do: claire@cabinet\.example already has access to Atlas\./);
    await call(operator, 'users', 'unlink', 'claire@cabinet.example', '--yes');
  });

  test('a backup does not overwrite files; check counts rows', async () => {
    const file = join(folder, `${engine}.gz`);
    expect((await call(operator, 'backup', file)).out).toContain('Backed up');
    expect(await call(operator, 'backup', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not overwritten'),
    });
    // Nobody is alerted to a wrong argument.
    expect((await call(operator, 'audit', '--event', 'backup.failed')).out).toBe('');
    expect(await call(operator, 'restore', file)).toMatchObject({ code: 1, err: expect.stringContaining('not empty') });
    const checked = await call(operator, 'check', '--json');
    expect(JSON.parse(checked.out)).toMatchObject({ problems: [], counts: { customers: 3 } });
  });
});

test('the help lists every command, and each command has its own', async () => {
  const all = await call(undefined, '--help');
  expect(all.code).toBe(0);
  for (const name of [
    'customers create',
    'users invite',
    'import',
    'records delete',
    'backup',
    'restore',
    'check',
    'retention',
    'export-customer',
    'erase-user',
  ]) {
    expect(all.out).toContain(`  ${name}`);
    const own = await call(undefined, ...name.split(' '), '--help');
    expect(own).toMatchObject({ code: 0, err: '' });
    expect(own.out).toContain(`npm run portal -- ${name}`);
  }
  expect((await call(undefined)).out).toBe(all.out);
});

test('every command group has its own help', async () => {
  const groups = new Map<string, string[]>();
  for (const { name } of commands) {
    const [group = '', second] = name.split(' ');
    if (second !== undefined) groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  expect(groups.size).toBeGreaterThan(2);
  for (const [group, names] of groups) {
    for (const argv of [
      [group, '--help'],
      [group, '-h'],
      [group, 'help'],
      ['help', group],
    ]) {
      const { code, out, err } = await call(undefined, ...argv);
      expect({ argv, code, err }).toEqual({ argv, code: 0, err: '' });
      const listed = out.split('\n').filter((line) => line.startsWith('  '));
      // A command that is called like its group has options in front.
      if (commands.some(({ name }) => name === group)) listed.splice(0, listed.length - names.length);
      expect(listed.length).toBe(names.length);
      names.forEach((name, at) => expect(listed[at]).toContain(`  ${name} `));
    }
  }
  expect((await call(undefined, 'help', 'users', 'invite')).out).toBe(
    (await call(undefined, 'users', 'invite', '--help')).out,
  );
  expect((await call(undefined, 'help', 'check')).out).toContain('npm run portal -- check');
  expect((await call(undefined, 'help', 'help')).code).toBe(0);
});

test.each([
  [['help', 'nothing'], 'unknown command "nothing"'],
  [['help', 'users', 'nothing'], '"users" needs one of'],
  [['nothing'], 'unknown command "nothing"'],
  [['customers'], 'needs one of customers create'],
  [['customers', 'create'], '<name> is missing'],
  [['customers', 'create', 'Cabinet', 'Masséna'], 'unexpected argument "Masséna"'],
  [['users', 'invite', 'a@b.example'], '--customer is missing'],
  [['users', 'list', '--colour'], "Unknown option '--colour'"],
  [['users', 'list', '--customer'], "Option '--customer <value>' argument missing"],
  [['customers', 'create', 'x', '--phone', ''], '--phone is empty'],
  [['customers', 'create', ' '], '<name> is empty'],
])('%j is a usage error of one line', async (argv, reason) => {
  const { code, err } = await call(undefined, ...argv);
  expect(code).toBe(2);
  expect(err).toContain(reason);
  expect(err.trim()).not.toContain('\n');
});
