import { randomUUID } from 'node:crypto';
import type { Customer } from '#tests/resilience/chaos/customers.ts';
import type { Target } from '#tests/resilience/chaos/instances.ts';
import { type ChaosRun, type Client, expectStatus, parseJson, repeat, sendAs } from './client.ts';

interface Draft {
  customer: Customer;
  key: string;
  subject: string;
}

const newDraft = (customer: Customer): Draft => {
  const key = randomUUID();
  return { customer, key, subject: `${customer.marker} ${key}` };
};

const turns = new WeakMap<Target, number>();

/** In turn, so that nobody reaches the rate limit. */
function nextWriter({ target }: ChaosRun): Customer {
  const turn = turns.get(target) ?? 0;
  turns.set(target, turn + 1);
  return target.writers[turn % target.writers.length] as Customer;
}

/** True once there was a response; until then it is sent again with the same idempotency key. */
async function createTicket(chaos: ChaosRun, client: string, { customer, key, subject }: Draft): Promise<boolean> {
  const message = {
    method: 'POST' as const,
    path: '/api/portal/tickets',
    body: { subject, description: 'Created under load', priority: 'low' },
    headers: { Cookie: customer.cookie, 'Idempotency-Key': key },
  };
  const response = await sendAs(chaos, client, message, customer);
  if (response === undefined || response.status === 503) return false;
  if (expectStatus(chaos, client, response, 201)) {
    chaos.results.acknowledgeTicket({
      customerId: customer.id,
      subject,
      number: parseJson<{ ticketNumber: string }>(response).ticketNumber,
    });
  }
  return true;
}

/** Creates tickets, each repeated until it gets a response. */
export const tickets: Client = {
  name: 'tickets',
  run: async (chaos) => {
    const open: Draft[] = [];
    await repeat(chaos, 25, async () => {
      const draft = open.shift() ?? newDraft(nextWriter(chaos));
      if (!(await createTicket(chaos, 'tickets', draft))) open.push(draft);
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
