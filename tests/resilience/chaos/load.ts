import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importRecords } from '#api/services/import/import-records.ts';
import { recordKinds } from '#api/services/import/fields.ts';
import { inOperatorTransaction, openForOperator } from '#api/db/operator-database.ts';
import { type Customer, lists, password, rowsPerList, type Target } from './target.ts';
import {
  type ChaosRun,
  type Client,
  cookiesOf,
  expectStatus,
  newIpAddress,
  parseJson,
  pick,
  repeat,
  sendAs,
} from './client.ts';

/** Pages must be served whatever happens to the database. */
export const pageReaders: Client = {
  name: 'pages',
  run: (chaos) =>
    repeat(chaos, 40, async () => {
      const response = await sendAs(chaos, 'pages', { path: pick(['/', '/services', '/healthz', '/nothing-here']) });
      if (response?.status === 503) chaos.results.addViolation(`${chaos.target.name}: a page was not available`);
      expectStatus(chaos, 'pages', response, 200, 404);
    }),
};

/** Lists must contain all rows of the customer; sendAs checks that they contain no others. */
export const listReaders: Client = {
  name: 'lists',
  run: (chaos) =>
    repeat(chaos, 30, async () => {
      const customer = pick(chaos.target.customers);
      const query = pick(['?limit=500', '?limit=500&count=true', `?limit=500&q=${customer.marker}`]);
      const path = `/api/portal/${pick(lists)}${query}`;
      const response = await sendAs(chaos, 'lists', { path, headers: { Cookie: customer.cookie } }, customer);
      if (!expectStatus(chaos, 'lists', response, 200) || response === undefined) return;
      // Invoices are also imported and tickets created: there may be more rows, never fewer.
      if (parseJson<{ items: unknown[] }>(response).items.length < rowsPerList)
        chaos.results.addViolation(`${chaos.target.name}: a list lacked rows of its own customer`);
    }),
};

/** Sign in, read, sign out, and send the cookie once more. */
export const signIns: Client = {
  name: 'sign-ins',
  run: (chaos) =>
    repeat(chaos, 400, async () => {
      const customer = pick(chaos.target.customers);
      const from = newIpAddress();
      const body = { email: customer.email, password };
      const signedIn = await sendAs(chaos, 'sign-ins', {
        method: 'POST',
        path: '/api/auth/sign-in/password',
        body,
        from,
      });
      if (!expectStatus(chaos, 'sign-ins', signedIn, 200) || signedIn === undefined) return;
      const headers = { Cookie: cookiesOf(signedIn) };
      const read = () => sendAs(chaos, 'sign-ins', { path: '/api/portal/customers/current', headers, from }, customer);
      const own = await read();
      if (expectStatus(chaos, 'sign-ins', own, 200) && own?.text.includes(customer.marker) !== true)
        chaos.results.addViolation(`${chaos.target.name}: a customer did not see itself`);
      const signOut = { method: 'POST' as const, path: '/api/auth/sign-out', headers, body: {}, from };
      if (!expectStatus(chaos, 'sign-ins', await sendAs(chaos, 'sign-ins', signOut), 200)) return;
      if ((await read())?.status === 200)
        chaos.results.addViolation(`${chaos.target.name}: a cookie was accepted after its sign-out`);
    }),
};

interface Draft {
  customer: Customer;
  key: string;
  subject: string;
}

export const newDraft = (customer: Customer): Draft => {
  const key = randomUUID();
  return { customer, key, subject: `${customer.marker} ${key}` };
};

const turns = new WeakMap<Target, number>();

/** In turn, so that nobody reaches the rate limit. */
export function nextWriter({ target }: ChaosRun): Customer {
  const turn = turns.get(target) ?? 0;
  turns.set(target, turn + 1);
  return target.writers[turn % target.writers.length] as Customer;
}

/** Nothing without a response: then it is sent again with the same idempotency key. */
export async function createTicket(
  chaos: ChaosRun,
  client: string,
  { customer, key, subject }: Draft,
): Promise<{ id?: string } | undefined> {
  const message = {
    method: 'POST' as const,
    path: '/api/portal/tickets',
    body: { subject, description: 'Created under load', priority: 'low' },
    headers: { Cookie: customer.cookie, 'Idempotency-Key': key },
  };
  const response = await sendAs(chaos, client, message, customer);
  if (response === undefined || response.status === 503) return undefined;
  if (!expectStatus(chaos, client, response, 201)) return {};
  const ticket = parseJson<{ id: string; ticketNumber: string }>(response);
  chaos.results.acknowledgeTicket({ customerId: customer.id, subject, number: ticket.ticketNumber });
  return ticket;
}

/** Creates tickets, each repeated until it gets a response. */
export const tickets: Client = {
  name: 'tickets',
  run: async (chaos) => {
    const open: Draft[] = [];
    await repeat(chaos, 25, async () => {
      const draft = open.shift() ?? newDraft(nextWriter(chaos));
      if ((await createTicket(chaos, 'tickets', draft)) === undefined) open.push(draft);
    });
  },
};

/** The same ticket several times at once, with one idempotency key. */
export const duplicateTickets: Client = {
  name: 'concurrent duplicates',
  run: (chaos) =>
    repeat(chaos, 500, async () => {
      const draft = newDraft(nextWriter(chaos));
      await Promise.all(Array.from({ length: 5 }, () => createTicket(chaos, 'concurrent duplicates', draft)));
    }),
};

// The rate limit of one customer per hour.
const maxTickets = 60;
const concurrency = 4;

/** One customer beyond the rate limit. Concurrent requests may exceed it, as they are not counted yet. */
export const ticketFlood: Client = {
  name: 'ticket flood',
  run: async (chaos) => {
    const { name } = ticketFlood;
    const [customer] = chaos.target.customers;
    let created = 0;
    const flood = async () => {
      const response = await sendAs(
        chaos,
        name,
        {
          method: 'POST',
          path: '/api/portal/tickets',
          body: { subject: `flood ${customer?.marker}`, description: 'One of many' },
          headers: { Cookie: customer?.cookie },
        },
        customer,
      );
      if (!expectStatus(chaos, name, response, 201, 429)) return;
      if (response?.status === 201) created += 1;
      else if (response?.headers['retry-after'] === undefined)
        chaos.results.addViolation(`${chaos.target.name}: a 429 had no Retry-After`);
      if (created >= maxTickets + concurrency)
        chaos.results.addViolation(`${chaos.target.name}: tickets could be created without a limit`);
    };
    await Promise.all(Array.from({ length: concurrency }, () => repeat(chaos, 100, flood)));
  },
};

const rows = 40;

/** An operator imports invoices; an interrupted import is repeated and must not duplicate rows. PostgreSQL only. */
export const imports: Client = {
  name: 'imports',
  run: async (chaos) => {
    const folder = mkdtempSync(join(tmpdir(), 'chaos-import-'));
    let pending: { file: string; ids: string[]; customer: string } | undefined;
    await repeat(chaos, 1500, async () => {
      pending ??= writeImportFile(chaos, folder);
      const tally = chaos.results.tally('imports');
      tally.sent += 1;
      try {
        await importFile(chaos, pending);
        tally.done += 1;
        pending.ids.forEach((id) => chaos.results.importedInvoices.add(id));
        pending = undefined;
      } catch {
        tally.unanswered += 1;
      }
    });
    rmSync(folder, { recursive: true });
  },
};

function writeImportFile({ target }: ChaosRun, folder: string) {
  const { id: customer, marker } = pick(target.customers);
  const ids = Array.from({ length: rows }, () => randomUUID());
  const file = join(folder, `${ids[0]}.csv`);
  writeFileSync(file, `id,amount,status\n${ids.map((id, at) => `${id},${at + 1}.50,${marker}`).join('\n')}\n`);
  return { file, ids, customer };
}

async function importFile({ target }: ChaosRun, { file, customer }: { file: string; customer: string }): Promise<void> {
  const kind = recordKinds.get('invoices');
  if (kind === undefined) throw new Error('There is no import of invoices.');
  const database = await openForOperator(target.operated);
  try {
    const summary = await inOperatorTransaction(database, (client) =>
      importRecords(client, { kind, file, customer, isDryRun: false, onRow: () => {}, onBytes: () => {} }),
    );
    if (summary.bad > 0) throw new Error('A row was rejected.');
  } finally {
    await database.close();
  }
}

/** Every sign-up must get its mail. */
export const signUps: Client = {
  name: 'sign-ups',
  run: (chaos) =>
    repeat(chaos, 700, async () => {
      const email = `new-${Math.random().toString(36).slice(2)}@sign-up.example`;
      const message = {
        method: 'POST' as const,
        path: '/api/auth/sign-up',
        body: { email, password },
        from: newIpAddress(),
      };
      const response = await sendAs(chaos, 'sign-ups', message);
      if (expectStatus(chaos, 'sign-ups', response, 200)) chaos.results.signUps.add(email);
    }),
};
