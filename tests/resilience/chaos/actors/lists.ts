import { lists as names, rowsOfEach } from '#tests/resilience/chaos/customers.ts';
import { type Actor, askAs, expectStatus, oneOf, repeatedly } from '#tests/resilience/chaos/chaos-test.ts';
import { jsonOf } from '#tests/resilience/chaos/connection.ts';

/** Reads every list: all of one's own rows, and (as every answer is checked for) nobody else's. */
export const lists: Actor = {
  name: 'lists',
  act: (siege) =>
    repeatedly(siege, 30, async () => {
      const customer = oneOf(siege.target.customers);
      const list = oneOf(names);
      const query = oneOf(['?limit=500', '?limit=500&count=true', `?limit=500&q=${customer.mark}`]);
      // Invoices are also imported, tickets also written: there may be more, never fewer.
      const path = `/api/portal/${list}${query}`;
      const answer = await askAs(siege, 'lists', { path, headers: { Cookie: customer.cookie } }, customer);
      if (!expectStatus(siege, 'lists', answer, 200) || answer === undefined) return;
      const { items } = jsonOf<{ items: unknown[] }>(answer);
      if (items.length < Math.min(rowsOfEach, 500))
        siege.ledger.breach(`${siege.target.name}: a list lacked rows of its own customer`);
    }),
};
