import { beforeAll, expect, test } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { call, callWith, folder } from '#tests/support/cli.ts';
import { smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

describeOperator(({ operator }) => {
  beforeAll(async () => {
    await operator.makeCustomer('Cabinet Masséna');
  });

  test('links to this machine are warned about with a database server', async () => {
    const settings = { siteUrl: 'http://localhost:3000', isSiteUrlGiven: false, databaseUrl: 'postgresql://db/portal' };
    const invite = ['users', 'invite', 'link@cabinet.example', '--customer', 'Cabinet Masséna'];
    expect((await callWith(settings, operator, ...invite)).err).toContain(
      'SITE_URL is not set: pages and mails name http://localhost:3000',
    );
    expect((await callWith({ ...settings, databaseUrl: undefined }, operator, ...invite)).err).toBe('');
  });

  test('a bounced invitation is shown by list and check, and can be resent', async () => {
    const email = 'bob@bounce.example';
    const invited = await call(operator, 'users', 'invite', email, '--customer', 'Cabinet Masséna', '--language', 'fr');
    expect(invited.out).toContain('the mail is queued');
    expect(invited.out).toContain('npm run portal -- users list --customer "Cabinet Masséna"');
    const list = async () => (await call(operator, 'users', 'list')).out;
    expect(await list()).toMatch(/^bob@bounce\.example .* never signed in +mail queued$/m);

    const deliver = async (options: Parameters<typeof startMailServer>[0]) => {
      const server = await startMailServer(options);
      const settings = {
        smtpUrl: server.url,
        mailFrom: undefined,
        siteUrl: 'https://www.example.com',
        dataDir: folder,
        currency: 'EUR',
      };
      const log = createLog('silent');
      // The embedded engine has one connection, which the operator holds.
      const database = { pool: operator.client as never };
      const transport = createMailTransport({ ...settings, databaseUrl: undefined }, log);
      while ((await deliverDue({ database, transport, log })) > 0);
      await server.close();
      return server.received;
    };
    const policy = `5.7.1 Message rejected due to policy; ${'see the documentation of the relay, '.repeat(3)}code 42`;
    await deliver({ rejectRecipient: () => smtpError(550, policy) });
    expect(await list()).toMatch(/ mail not sent yet: EENVELOPE: 550 5\.7\.1 Message rejected .* code 42$/m);
    await call(operator, 'mails', 'retry', 'all');

    await deliver({
      rejectRecipient: (recipient) => (recipient === email ? smtpError(550, `5.1.1 <${email}>: unknown`) : undefined),
    });
    expect(await list()).toMatch(
      /^bob@bounce\.example .* never signed in +mail bounced: 550 5\.1\.1 <\[email\]>: unknown$/m,
    );
    expect(JSON.parse((await call(operator, 'users', 'list', '--json')).out)).toContainEqual(
      expect.objectContaining({ email, mail: 'failed', mail_error: '550 5.1.1 <[email]>: unknown' }),
    );
    expect((await call(operator, 'check')).err).toMatch(/jobs: 1 rows to users of customers were rejected permanently/);

    const again = await call(operator, 'users', 'resend-invitation', email);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('the mail is queued') });
    const [mail] = await deliver({});
    expect(mail).toMatchObject({ to: [email], readable: expect.stringContaining('espace client') });
    expect((await call(operator, 'check')).err).not.toContain('rejected permanently');
    expect(await list()).toMatch(/^bob@bounce\.example .* never signed in +-$/m);
    expect(await call(operator, 'users', 'resend-invitation', 'nobody@bounce.example')).toMatchObject({
      code: 1,
      err: expect.stringContaining('nobody@bounce.example has no access to any customer, and no invitation'),
    });
  });
});
