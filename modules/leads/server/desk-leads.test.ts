import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addMinutes } from '#api/services/tickets/office-hours.ts';
import { staffPermissions } from '#contract/staff.ts';
import { browser, makeCustomer, openApi } from '#tests/support/api.ts';
import { makeLead as addLead, type NewLead } from '#tests/support/desk-leads.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const hours = (count: number) => new Date(Date.now() + count * 60 * 60 * 1000).toISOString();

describeApi({ settings: { readLimit: 0, leads: 'deliver' } }, ({ database, api, customer }) => {
  const { desk, portal, makeTicket, eventsOf } = setUpDesk(database, api);
  const makeLead = (more?: NewLead) => addLead(database, more);
  const detail = async (staff: Awaited<ReturnType<typeof desk>>, id: string) =>
    (await staff.get(`/api/desk/leads/detail?id=${id}`)).body;

  test('only the support sees leads, and admins see their figures', async () => {
    const { id } = await makeLead();
    const note = { id, body: 'A note' };
    for (const permission of staffPermissions) {
      const staff = await desk({ permissions: [permission] });
      const statuses = {
        list: (await staff.get('/api/desk/leads')).status,
        counts: (await staff.get('/api/desk/leads/counts')).status,
        detail: (await staff.get(`/api/desk/leads/detail?id=${id}`)).status,
        change: (await staff.post('/api/desk/leads/change', { id, version: 1, status: 'read' })).status,
        note: (await staff.post('/api/desk/leads/add-note', note)).status,
        figures: (await staff.get('/api/desk/leads/figures')).status,
      };
      const is = permission === 'support';
      const [ok, created] = is ? [200, 201] : [403, 403];
      expect([permission, statuses]).toEqual([
        permission,
        {
          list: ok,
          counts: ok,
          detail: ok,
          change: ok,
          note: created,
          figures: is || permission === 'admin' ? 200 : 403,
        },
      ]);
    }
    expect((await portal(customer).get('/api/desk/leads')).status).toBe(404);
    expect((await browser(api).get('/api/desk/leads')).status).toBe(401);
  });

  test('the command palette finds leads, without spam and only for the support', async () => {
    const staff = await desk({ permissions: ['support'] });
    const company = `Étude ${randomUUID().slice(0, 8)}`;
    const { id } = await makeLead({ company });
    await makeLead({ company, verdict: 'spam', status: 'spam' });
    const search = `/api/desk/search?q=${encodeURIComponent(company)}`;
    expect((await staff.get(search)).body.leads).toMatchObject([{ id, company }]);
    const invoices = await desk({ permissions: ['records'] });
    expect((await invoices.get(search)).body.leads).toEqual([]);
  });

  test('a correction is undone, and restores what the lead was', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id } = await makeLead({ verdict: 'doubtful', status: 'read' });
    const change = async (json: object) => (await staff.post('/api/desk/leads/change', { id, ...json })).body;
    expect(await change({ version: 1, verdict: 'spam' })).toMatchObject({ verdict: 'spam', status: 'spam' });
    expect(await change({ version: 2, verdict: 'doubtful', status: 'read' })).toMatchObject({
      verdict: 'doubtful',
      status: 'read',
      version: 3,
    });
    expect(
      (await staff.post('/api/desk/leads/change', { id, version: 3, verdict: 'spam', status: 'read' })).status,
    ).toBe(400);
  });

  test('a deadline counts working time', async () => {
    const staff = await desk({ permissions: ['support'] });
    const dueAt = addMinutes('office', new Date(), 90).toISOString();
    const { id } = await makeLead({ form: 'consultation', dueAt });
    const { minutesLeft } = await detail(staff, id);
    expect(minutesLeft).toBeGreaterThan(80);
    expect(minutesLeft).toBeLessThanOrEqual(90);
    const answered = await makeLead({ dueAt, status: 'answered', answeredAt: new Date().toISOString() });
    expect(await detail(staff, answered.id)).toMatchObject({ minutesLeft: null });
  });

  test('without delivery the routes do not exist', async () => {
    const staff = await desk({ permissions: ['support'] });
    const off = browser(await openApi(database, { readLimit: 0, leads: 'off' }), { cookie: staff.cookie });
    for (const path of ['leads', 'leads/counts', 'leads/figures', `leads/detail?id=${randomUUID()}`])
      expect([path, (await off.get(`/api/desk/${path}`)).status]).toEqual([path, 404]);
    expect((await off.get('/api/desk/me')).body).toMatchObject({ hasLeads: false });
    expect((await staff.get('/api/desk/me')).body).toMatchObject({ hasLeads: true });
  });

  test('trays, filters, search and pages', async () => {
    const staff = await desk({ permissions: ['support'] });
    const mark = `m${randomUUID().slice(0, 8)}`;
    const company = `Étude ${mark}`;
    const late = await makeLead({ company, dueAt: hours(-1) });
    const soon = await makeLead({ company, dueAt: hours(1), assigneeId: staff.userId });
    const none = await makeLead({ company, form: 'checklist', dueAt: null });
    const doubtful = await makeLead({ company, verdict: 'doubtful', reasons: ['links'] });
    const spam = await makeLead({ company, verdict: 'spam', status: 'spam' });
    const idsOf = async (query: string) =>
      (await staff.get(`/api/desk/leads?q=${mark}&${query}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await idsOf('active=true&sort=due')).toEqual([late.id, soon.id, none.id]);
    expect(await idsOf('overdue=true')).toEqual([late.id]);
    expect(await idsOf('tray=doubtful')).toEqual([doubtful.id]);
    expect(await idsOf('tray=spam')).toEqual([spam.id]);
    expect(await idsOf('assignee=me')).toEqual([soon.id]);
    expect((await idsOf('assignee=none')).length).toBe(4);
    expect(await idsOf('form=checklist')).toEqual([none.id]);
    expect(await idsOf('status=spam')).toEqual([spam.id]);
    expect((await staff.get(`/api/desk/leads?q=etude ${mark} réseau&count=true`)).body).toMatchObject({ total: 5 });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await staff.get(`/api/desk/leads?q=${mark}&sort=due&direction=asc&limit=2${at}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor as string | null;
    }
    expect(seen.toSorted()).toEqual([late, soon, none, doubtful, spam].map(({ id }) => id).toSorted());
    for (const query of ['tray=x', 'form=x', 'assignee=x', 'cursor=x', 'sort=email'])
      expect([query, (await staff.get(`/api/desk/leads?${query}`)).status]).toEqual([query, 400]);
    const counts = (await staff.get('/api/desk/leads/counts')).body;
    expect(counts.mine).toBe(1);
    for (const tray of ['active', 'unassigned', 'overdue', 'doubtful', 'spam']) expect(counts[tray]).toBeGreaterThan(0);
  });

  test('opening a lead marks it as read, and is in the audit log once', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id, name } = await makeLead();
    expect(await detail(staff, id)).toMatchObject({ status: 'new', name, repliesComeBack: false });
    await detail(staff, id);
    expect(await eventsOf('lead.read', `lead:${id}`)).toMatchObject([{ actor: 'staff', userId: staff.userId }]);
    expect((await staff.post('/api/desk/leads/mark-read', { id })).body).toMatchObject({ status: 'read', version: 1 });
    const values = (await detail(staff, id)).values as { name: string }[];
    expect(values.map((one) => one.name)).toEqual(['name', 'company', 'email', 'service', 'message']);
  });

  test('one key corrects the tray, and what was answered stays answered', async () => {
    const staff = await desk({ permissions: ['support'] });
    const change = async (id: string, version: number, wanted: object) =>
      (await staff.post('/api/desk/leads/change', { id, version, ...wanted })).body;
    const { id } = await makeLead({ verdict: 'doubtful' });
    expect(await change(id, 1, { verdict: 'spam' })).toMatchObject({ verdict: 'spam', status: 'spam', version: 2 });
    expect((await staff.post('/api/desk/leads/change', { id, version: 2, status: 'read' })).status).toBe(400);
    expect(await change(id, 2, { verdict: 'clean' })).toMatchObject({ verdict: 'clean', status: 'new' });
    expect(await change(id, 3, { status: 'answered' })).toMatchObject({ answeredAt: expect.any(String) });
    expect(await change(id, 4, { verdict: 'spam' })).toMatchObject({ status: 'spam' });
    expect(await change(id, 5, { verdict: 'clean' })).toMatchObject({ status: 'answered' });
    expect(await change(id, 6, { status: 'read' })).toMatchObject({ status: 'read', answeredAt: null });
    expect(await eventsOf('lead.corrected', `lead:${id}`)).toHaveLength(4);
  });

  test('two staff members at once: the second gets the current state', async () => {
    const staff = await desk({ permissions: ['support'] });
    const other = await desk({ permissions: ['support'] });
    const { id } = await makeLead();
    const take = (who: typeof staff) => who.post('/api/desk/leads/change', { id, version: 1, assigneeId: who.userId });
    const results = await Promise.all([take(staff), take(other)]);
    expect(results.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409]);
    const lost = results.find(({ status }) => status === 409);
    const { assigneeId } = await detail(staff, id);
    expect(lost?.body).toMatchObject({ error: { code: 'changed_meanwhile' }, current: { id, version: 2, assigneeId } });
    expect(await eventsOf('lead.assigned', `lead:${id}`)).toHaveLength(1);
    const sales = await desk({ permissions: ['sales'] });
    for (const nobody of [sales.userId, randomUUID()])
      expect((await staff.post('/api/desk/leads/change', { id, version: 2, assigneeId: nobody })).status).toBe(400);
    expect((await staff.post('/api/desk/leads/change', { id, version: 2, assigneeId: null })).body).toMatchObject({
      assigneeId: null,
    });
  });

  test('a note is added once, and long or empty texts are rejected', async () => {
    const staff = await desk({ permissions: ['support'] });
    const other = await desk({ permissions: ['support'] });
    const { id } = await makeLead();
    const key = { 'Idempotency-Key': randomUUID() };
    const add = (body: string, headers = {}) => staff.post('/api/desk/leads/add-note', { id, body }, headers);
    const text = 'Rappelé <b>ce matin</b> \u{1F642} سلام';
    const results = await Promise.all([add(text, key), add(text, key)]);
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
    expect((await add('Another text', key)).status).toBe(422);
    const { messages, version } = await detail(other, id);
    expect(messages).toMatchObject([{ kind: 'note', body: text, isYou: false, author: expect.any(String) }]);
    expect(version).toBe(1);
    expect(await eventsOf('lead.noted', `lead:${id}`)).toHaveLength(1);
    for (const body of ['', ' \u200b ', 'x'.repeat(20_001), 'a\0b']) expect((await add(body)).status).toBe(400);
    expect((await add('x'.repeat(20_000))).status).toBe(201);
  });

  test('unknown leads are not found', async () => {
    const staff = await desk({ permissions: ['support'] });
    const id = randomUUID();
    expect((await staff.get(`/api/desk/leads/detail?id=${id}`)).status).toBe(404);
    expect((await staff.get('/api/desk/leads/detail?id=x')).status).toBe(400);
    for (const [path, body] of Object.entries({
      change: { version: 1, status: 'read' },
      'mark-read': {},
      'add-note': { body: 'x' },
      reply: { version: 1, body: 'x' },
      convert: { customerId: customer.id },
    }))
      expect([path, (await staff.post(`/api/desk/leads/${path}`, { id, ...body })).status]).toEqual([path, 404]);
    expect(await eventsOf('lead.read', `lead:${id}`)).toEqual([]);
  });

  test('a lead remembers its customer and its ticket, each once', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id } = await makeLead();
    const { id: ticketId, ticketNumber } = await makeTicket(customer.id);
    const other = await makeCustomer(database, 'Other');
    const convert = (into: object) => staff.post('/api/desk/leads/convert', { id, ...into });
    expect((await convert({})).status).toBe(400);
    expect((await convert({ customerId: randomUUID() })).status).toBe(404);
    expect((await convert({ ticketId: randomUUID() })).status).toBe(404);
    expect((await convert({ customerId: customer.id })).body).toMatchObject({
      status: 'converted',
      customer: { id: customer.id },
      ticket: null,
      answeredAt: expect.any(String),
    });
    const again = await convert({ customerId: customer.id });
    expect(again).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await convert({ customerId: other.id })).toMatchObject({
      status: 409,
      body: { error: { code: 'changed_meanwhile' }, current: { customer: { id: customer.id } } },
    });
    expect((await convert({ ticketId })).body).toMatchObject({ ticket: { id: ticketId, ticketNumber } });
    expect(await eventsOf('lead.converted', `lead:${id}`)).toHaveLength(2);
  });

  test('figures count by month, form and page, and what was answered in time', async () => {
    const staff = await desk({ permissions: ['admin'] });
    const read = async (month: string) => (await staff.get(`/api/desk/leads/figures?month=${month}`)).body;
    // In Paris, the first is in January 2021 and the second in December 2020.
    const at = (receivedAt: string, more: NewLead = {}) =>
      makeLead({ receivedAt, lastContactAt: receivedAt, dueAt: receivedAt, ...more });
    expect(await read('2021-01')).toMatchObject({ hasLeads: false, forms: [], pages: [] });
    await at('2020-12-31T23:30:00Z', { answeredAt: '2020-12-31T23:00:00Z', status: 'answered' });
    await at('2020-12-31T22:30:00Z', { page: '/free-audit', form: 'audit' });
    await at('2021-01-05T12:00:00Z', { answeredAt: '2021-01-09T12:00:00Z', status: 'converted' });
    await at('2021-01-05T12:00:00Z', { verdict: 'doubtful' });
    await at('2021-01-05T12:00:00Z', { verdict: 'spam', status: 'spam' });
    const { hasLeads, months, forms, pages } = await read('2021-01');
    expect(hasLeads).toBe(true);
    expect(months).toHaveLength(12);
    expect(months.slice(-2)).toEqual([
      { month: '2020-12', received: 1, inTime: 0, late: 1, converted: 0 },
      { month: '2021-01', received: 2, inTime: 1, late: 1, converted: 1 },
    ]);
    expect(forms).toEqual([{ form: 'contact', received: 2, inTime: 1, late: 1 }]);
    expect(pages).toEqual([{ page: '/contact', received: 2, inTime: 1, late: 1 }]);
    expect((await staff.get('/api/desk/leads/figures?month=2021-13')).status).toBe(400);
  });
});
