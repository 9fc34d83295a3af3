import { randomUUID } from 'node:crypto';
import type { Customer } from '../customers.ts';
import { type Actor, askAs, expectStatus, oneOf, repeatedly, type Siege } from '../siege.ts';
import { jsonOf } from '../wire.ts';

interface Draft {
  customer: Customer;
  key: string;
  subject: string;
}

const newDraft = (customer: Customer): Draft => {
  const key = randomUUID();
  return { customer, key, subject: `${customer.mark} ${key}` };
};

/** True once it was answered. Sent again under the same key, it must not become two. */
async function write(siege: Siege, actor: string, { customer, key, subject }: Draft): Promise<boolean> {
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
      const draft = open.shift() ?? newDraft(oneOf(siege.target.customers));
      if (!(await write(siege, 'tickets', draft))) open.push(draft);
    });
  },
};

/** The same ticket several times at once. */
export const ticketRaces: Actor = {
  name: 'races of one ticket',
  act: (siege) =>
    repeatedly(siege, 500, async () => {
      const draft = newDraft(oneOf(siege.target.customers));
      await Promise.all(Array.from({ length: 5 }, () => write(siege, 'races of one ticket', draft)));
    }),
};
