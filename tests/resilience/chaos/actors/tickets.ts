import { randomUUID } from 'node:crypto';
import type { Customer } from '#tests/resilience/chaos/customers.ts';
import { type Actor, askAs, expectStatus, repeatedly, type ChaosRun } from '#tests/resilience/chaos/chaos-test.ts';
import type { Target } from '#tests/resilience/chaos/target.ts';
import { jsonOf } from '#tests/resilience/chaos/connection.ts';

interface Draft {
  customer: Customer;
  key: string;
  subject: string;
}

const newDraft = (customer: Customer): Draft => {
  const key = randomUUID();
  return { customer, key, subject: `${customer.mark} ${key}` };
};

const turns = new WeakMap<Target, number>();

/** In turn: nobody comes so often as to be refused. */
function nextWriter({ target }: ChaosRun): Customer {
  const turn = turns.get(target) ?? 0;
  turns.set(target, turn + 1);
  return target.writers[turn % target.writers.length] as Customer;
}

/** True once it was answered. Sent again under the same key, it must not become two. */
async function write(siege: ChaosRun, actor: string, { customer, key, subject }: Draft): Promise<boolean> {
  const question = {
    method: 'POST' as const,
    path: '/api/portal/tickets',
    body: { subject, description: 'Written under siege', priority: 'low' },
    headers: { Cookie: customer.cookie, 'Idempotency-Key': key },
  };
  const answer = await askAs(siege, actor, question, customer);
  if (answer === undefined || answer.status === 503) return false;
  if (expectStatus(siege, actor, answer, 201)) {
    siege.ledger.told({
      customerId: customer.id,
      subject,
      number: jsonOf<{ ticketNumber: string }>(answer).ticketNumber,
    });
  }
  return true;
}

/** Writes tickets, and again what had no answer, until each has one. */
export const tickets: Actor = {
  name: 'tickets',
  act: async (siege) => {
    const open: Draft[] = [];
    await repeatedly(siege, 25, async () => {
      const draft = open.shift() ?? newDraft(nextWriter(siege));
      if (!(await write(siege, 'tickets', draft))) open.push(draft);
    });
  },
};

/** The same ticket several times at once. */
export const ticketRaces: Actor = {
  name: 'races of one ticket',
  act: (siege) =>
    repeatedly(siege, 500, async () => {
      const draft = newDraft(nextWriter(siege));
      await Promise.all(Array.from({ length: 5 }, () => write(siege, 'races of one ticket', draft)));
    }),
};

// As many as one customer may write in an hour (api/db/migrations/0006_create_ticket.sql).
const mostTickets = 60;
const atOnce = 4;

/** One customer who writes without end. What is being written at the same moment is not counted yet. */
export const ticketFlood: Actor = {
  name: 'flood of tickets',
  act: async (siege) => {
    const name = 'flood of tickets';
    const [customer] = siege.target.customers;
    let written = 0;
    const flood = async () => {
      const answer = await askAs(
        siege,
        name,
        {
          method: 'POST',
          path: '/api/portal/tickets',
          body: { subject: `flood ${customer?.mark}`, description: 'One of very many' },
          headers: { Cookie: customer?.cookie },
        },
        customer,
      );
      if (!expectStatus(siege, name, answer, 201, 429)) return;
      if (answer?.status === 201) written += 1;
      else if (answer?.headers['retry-after'] === undefined)
        siege.ledger.breach(`${siege.target.name}: a flood was not told when to come back`);
      if (written >= mostTickets + atOnce)
        siege.ledger.breach(`${siege.target.name}: tickets could be written without a limit`);
    };
    await Promise.all(Array.from({ length: atOnce }, () => repeatedly(siege, 100, flood)));
  },
};
