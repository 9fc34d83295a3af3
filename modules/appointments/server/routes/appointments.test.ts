import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import { hashToken } from '#api/lib/hash-token.ts';
import {
  assertDefined,
  browser,
  declaredRoutes,
  mailsTo,
  makeCustomer,
  openApi,
  withoutDatabase,
} from '#tests/support/api.ts';
import { dayMs, setUpAppointments } from '#tests/support/appointments.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { proofOf, setUpLeads } from '#tests/support/leads.ts';

const isBooking = (path: string) => /\/appointments|\/desk\/(?:hosts|calendar-feeds)/.test(path);

describeApi({ settings: { readLimit: 0 } }, async ({ database, api, authFlows }) => {
  const { makeHost, clear, allAppointments, insertAppointment } = setUpAppointments(database);
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  beforeEach(clear);
  const visitor = () => authFlows.newBrowser();
  const query = (kind = 'general') =>
    `kind=${kind}&from=${new Date().toISOString()}&until=${new Date(Date.now() + 21 * dayMs).toISOString()}`;
  /** The next times, whatever today is. */
  const next = async (kind?: string): Promise<string[]> =>
    (await visitor().get(`/api/appointments/slots?${query(kind)}`)).body.items.map(
      ({ startsAt }: { startsAt: string }) => startsAt,
    );
  let serial = 0;
  const guest = (startsAt: string | undefined, more = {}) => ({
    kind: 'general',
    startsAt,
    meeting: 'video',
    name: 'Claire Vidal',
    company: 'Cabinet Masséna',
    email: `claire-${(serial += 1)}@massena.example`,
    ...more,
  });
  const { hashes } = await setUpLeads(database, api);
  /** As the page sends it. */
  const hold = async (wanted: object, headers: Record<string, string> = { 'Idempotency-Key': randomUUID() }) =>
    visitor().post(
      '/api/appointments/hold',
      { consent: hashes.consultation, proof: await proofOf(), ...wanted },
      headers,
    );
  const tokenFor = async (email: string) => String(assertDefined((await mailsTo(database, email))[0]).data['token']);

  test('a visitor holds a time, confirms it, moves it and cancels it', async () => {
    await makeHost();
    const [first, second] = await next();
    const wanted = guest(first);
    expect(await hold(wanted)).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    expect(await next()).not.toContain(first);
    expect((await hold(guest(first))).body.error.code).toBe('slot_taken');
    const token = await tokenFor(wanted.email);
    const read = async () => (await visitor().post('/api/appointments/read', { token })).body;
    expect(await read()).toMatchObject({ status: 'held', startsAt: first });
    // To look at it changes nothing.
    expect((await allAppointments())[0]?.status).toBe('held');
    for (const step of ['confirm', 'confirm'])
      expect((await visitor().post(`/api/appointments/${step}`, { token })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'booked' });
    expect((await visitor().post('/api/appointments/reschedule', { token, startsAt: second })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'booked', startsAt: second });
    expect(await next()).toContain(first);
    expect((await visitor().post('/api/appointments/cancel', { token })).status).toBe(200);
    expect((await visitor().post('/api/appointments/confirm', { token })).body.error.code).toBe('appointment_over');
  });

  test('a time that nobody offers is a conflict', async () => {
    await makeHost();
    const [first = ''] = await next();
    const later = new Date(Date.parse(first) + 60_000).toISOString();
    for (const startsAt of [later, '2099-01-01T08:00:00Z', '2000-01-01T08:00:00Z']) {
      const { status, body } = await hold(guest(startsAt));
      expect([status, body.error.code]).toEqual([409, 'slot_taken']);
    }
  });

  test.each([
    [{ name: '' }],
    [{ name: '\u202egnp.exe' }],
    [{ name: 'x'.repeat(101) }],
    [{ company: ' ' }],
    [{ email: 'a@x.example\r\nBcc: b@x.example' }],
    [{ email: 'nobody' }],
    [{ kind: 'constructor' }],
    [{ meeting: 'x' }],
    [{ startsAt: 'tomorrow' }],
    [{ startsAt: '9999-12-31T23:59:59Z' }],
    [{ additionalInfo: 'x'.repeat(2001) }],
    [{ additionalInfo: '\0' }],
    [{ more: 1 }],
  ])('input that is not valid is rejected: %j', async (more) => {
    await makeHost();
    const { status } = await hold(guest((await next())[0], more));
    expect(status).toBe(400);
    expect(await allAppointments()).toEqual([]);
  });

  test('a period that is too long, or of no kind, is rejected', async () => {
    const [from, until] = ['2031-01-01T00:00:00Z', '2031-04-01T00:00:00Z'];
    for (const wrong of [
      `kind=general&from=${from}&until=${until}`,
      `kind=x&from=${from}&until=${from}`,
      'kind=general',
    ])
      expect((await visitor().get(`/api/appointments/slots?${wrong}`)).status).toBe(400);
  });

  test('1 MB of text is rejected before it is read', async () => {
    await makeHost();
    const large = guest((await next())[0], { additionalInfo: 'x'.repeat(1_000_000) });
    expect((await hold(large)).status).toBe(413);
    expect(await allAppointments()).toEqual([]);
  });

  test('a time zone that the server does not know is left out, and what cannot be one is rejected', async () => {
    await makeHost();
    const [first, second] = await next();
    expect((await hold(guest(first, { zone: 'Mars/Olympus_Mons' }))).status).toBe(200);
    expect((await hold(guest(second, { zone: 'Asia/Dubai' }))).status).toBe(200);
    expect((await allAppointments()).map(({ zone }) => zone)).toEqual([null, 'Asia/Dubai']);
    for (const zone of ['', 'Europe/Paris\r\nBcc: x@x.example', '../etc/localtime', 'x'.repeat(65), 5])
      expect((await hold(guest((await next())[0], { zone }))).status).toBe(400);
    expect(await allAppointments()).toHaveLength(2);
  });

  test('without the database nothing is held; the same request afterwards holds the time once', async () => {
    await makeHost();
    const wanted = guest((await next())[0]);
    const body = { consent: hashes.consultation, proof: await proofOf(), ...wanted };
    const key = { 'Idempotency-Key': randomUUID() };
    const failed = await browser(withoutDatabase({ leads: 'deliver' })).post('/api/appointments/hold', body, key);
    expect([failed.status, failed.body.error.code, failed.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
    expect(await allAppointments()).toEqual([]);
    // The second response was lost: the browser sends it a third time.
    for (const attempt of [2, 3])
      expect([attempt, (await visitor().post('/api/appointments/hold', body, key)).status]).toEqual([attempt, 200]);
    expect(await allAppointments()).toMatchObject([{ status: 'held', email: wanted.email }]);
    expect(await mailsTo(database, wanted.email)).toHaveLength(1);
  });

  test('another origin books nothing', async () => {
    await makeHost();
    const response = await hold(guest((await next())[0]), {
      'Idempotency-Key': randomUUID(),
      Origin: 'https://other.example',
    });
    expect(response.status).toBe(403);
    expect(await allAppointments()).toEqual([]);
  });

  test('a customer books, moves and cancels; another one sees nothing of it', async () => {
    await makeHost();
    const [own, other] = [await makeCustomer(database, 'Own'), await makeCustomer(database, 'Other')];
    const [first, second] = await next('managed');
    const wanted = { kind: 'managed', startsAt: first, meeting: 'phone', phone: '+33 4 65 71 00 06' };
    const { body } = await portal(own).post('/api/portal/appointments/book', wanted);
    expect(body.items).toMatchObject([{ status: 'booked', startsAt: first }]);
    const { id } = body.items[0];
    expect((await portal(other).get('/api/portal/appointments')).body).toEqual({ items: [] });
    for (const [step, more] of [
      ['cancel', {}],
      ['reschedule', { startsAt: second }],
    ] as const) {
      expect((await portal(other).post(`/api/portal/appointments/${step}`, { id, ...more })).status).toBe(404);
    }
    const moved = await portal(own).post('/api/portal/appointments/reschedule', { id, startsAt: second });
    expect(moved.body.items).toMatchObject([{ id, startsAt: second }]);
    expect((await portal(own).post('/api/portal/appointments/cancel', { id })).body.items).toMatchObject([
      { id, status: 'cancelled' },
    ]);
  });

  test('staff publish their hours; only admins change those of others', async () => {
    const [host, colleague, admin] = [
      await desk({ permissions: ['support'] }),
      await desk({ permissions: ['sales'] }),
      await desk({ permissions: ['admin'] }),
    ];
    const save = (who: typeof host, more: object) =>
      who.post('/api/desk/hosts/change', { userId: host.userId, ...more });
    expect((await save(colleague, { version: null })).status).toBe(403);
    const { body } = await save(host, { version: null });
    // The grid of the specification, for all kinds.
    expect(body.items).toMatchObject([
      { userId: host.userId, zone: 'Europe/Paris', isOpen: true, version: 1, exceptions: [] },
    ]);
    expect(body.items[0].weekly['5']).toHaveLength(5);
    expect(body.items[0].kinds).toHaveLength(5);
    expect(await next()).not.toEqual([]);
    expect((await save(host, { version: null })).status).toBe(409);
    expect((await save(host, { version: 1, kinds: ['general'], noticeHours: 48 })).body.items).toMatchObject([
      { kinds: ['general'], noticeHours: 48, version: 2 },
    ]);
    expect(await next('managed')).toEqual([]);
    for (const wrong of [
      { zone: 'Europe/Nowhere' },
      { weekly: { 1: [{ from: '10:00', to: '09:00' }] } },
      { weekly: { 0: [] } },
      { noticeHours: -1 },
      { bufferMinutes: 1.5 },
      { kinds: ['general', 'general'] },
    ])
      expect((await save(host, { version: 2, ...wrong })).status).toBe(400);
    const closed = { userId: host.userId, day: '2099-01-01', hours: null };
    expect((await colleague.post('/api/desk/hosts/set-exception', closed)).status).toBe(404);
    const excepted = await admin.post('/api/desk/hosts/set-exception', closed);
    expect(excepted.body.items[0].exceptions).toEqual([{ day: '2099-01-01', hours: null }]);
    const usual = await host.post('/api/desk/hosts/set-exception', { userId: host.userId, day: '2099-01-01' });
    expect(usual.body.items[0].exceptions).toEqual([]);
    expect((await save(admin, { version: 2, isOpen: false })).status).toBe(200);
    expect(await next()).toEqual([]);
    const changes = (await eventsOf('host.changed')).map(({ userId }) => userId);
    expect(changes).toEqual([host.userId, host.userId, admin.userId, host.userId, admin.userId]);
  });

  test('staff see appointments, move and cancel them, and say what became of them', async () => {
    const { hostId } = await makeHost();
    const support = await desk({ permissions: ['support'] });
    const [first, second] = await next();
    const wanted = guest(first, { additionalInfo: 'Trois <b>sites</b>' });
    await hold(wanted);
    await visitor().post('/api/appointments/confirm', { token: await tokenFor(wanted.email) });
    const [from, until] = [new Date(Date.now() - dayMs), new Date(Date.now() + 21 * dayMs)].map((at) =>
      at.toISOString(),
    );
    const list = async (who = support) => who.get(`/api/desk/appointments?from=${from}&until=${until}`);
    const { items } = (await list()).body;
    expect(items).toMatchObject([
      { hostId, name: 'Claire Vidal', email: wanted.email, additionalInfo: 'Trois <b>sites</b>' },
    ]);
    expect(JSON.stringify(items)).not.toContain(hashToken(await tokenFor(wanted.email)));
    const { id } = items[0];
    for (const permissions of [['records'], ['accounts'], ['admin']] as const) {
      const other = await desk({ permissions });
      expect((await list(other)).status).toBe(403);
      expect((await other.post('/api/desk/appointments/cancel', { id })).status).toBe(403);
    }
    expect((await support.post('/api/desk/appointments/reschedule', { id, startsAt: second })).status).toBe(200);
    expect((await support.post('/api/desk/appointments/finish', { id, outcome: 'done' })).status).toBe(409);
    expect((await support.post('/api/desk/appointments/cancel', { id })).status).toBe(200);
    const begun = new Date(Date.now() - 60_000);
    const past = { startsAt: begun.toISOString(), endsAt: new Date(begun.getTime() + 1_800_000).toISOString() };
    const [held] = await insertAppointment({ hostId, kind: 'general', ...past });
    expect((await support.post('/api/desk/appointments/finish', { id: held?.id, outcome: 'no_show' })).status).toBe(
      200,
    );
    for (const what of ['rescheduled', 'cancelled', 'finished'])
      expect((await eventsOf(`appointment.${what}`)).at(-1)).toMatchObject({ userId: support.userId, actor: 'staff' });
  });

  test('each host has a feed with a secret URL, until it is revoked', async () => {
    const host = await makeHost();
    const staff = { ...host, ...browser(api, { cookie: host.cookie }) };
    await insertAppointment({ hostId: host.hostId, name: 'Zoé; "Martin",\r\nATTENDEE:x', company: '' });
    const { url } = (await staff.post('/api/desk/calendar-feeds')).body;
    const read = async (from: string) => visitor().get(new URL(from).pathname);
    const shown = await read(url);
    expect(shown.headers.get('content-type')).toContain('text/calendar');
    const calendar = new ICAL.Component(ICAL.parse(shown.body));
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    expect(events).toHaveLength(1);
    expect(events[0]?.startDate.toJSDate().toISOString()).toBe('2031-01-13T09:00:00.000Z');
    expect(events[0]?.summary).toContain('Zoé; "Martin",\nATTENDEE:x');
    expect(calendar.getFirstSubcomponent('vevent')?.getAllProperties('attendee')).toEqual([]);
    const renewed = (await staff.post('/api/desk/calendar-feeds')).body.url;
    expect([(await read(url)).status, (await read(renewed)).status]).toEqual([404, 200]);
    await staff.post('/api/desk/calendar-feeds/revoke');
    expect((await read(renewed)).status).toBe(404);
    const colleague = await desk({ permissions: ['sales'] });
    expect((await colleague.post('/api/desk/calendar-feeds')).status).toBe(400);
  });

  test('without BOOKING none of the routes exists', async () => {
    const closed = await openApi(database, { hasBooking: false });
    const { cookie } = await desk();
    const off = browser(closed, { cookie });
    const routes = declaredRoutes().filter(({ path }) => isBooking(path));
    expect(routes.length).toBeGreaterThan(18);
    for (const { method, path } of routes) {
      const { status, body } = method === 'get' ? await off.get(path) : await off.post(path, {});
      expect([path, status, body.error.code]).toEqual([path, 404, 'not_found']);
    }
  });
});
