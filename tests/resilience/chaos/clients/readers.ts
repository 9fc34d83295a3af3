import { lists, password, rowsPerList } from '#tests/resilience/chaos/customers.ts';
import { type Client, cookiesOf, expectStatus, newIpAddress, parseJson, pick, repeat, sendAs } from './client.ts';

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
      const signedIn = await sendAs(chaos, 'sign-ins', { method: 'POST', path: '/api/auth/sign-in/email', body, from });
      if (!expectStatus(chaos, 'sign-ins', signedIn, 200) || signedIn === undefined) return;
      const headers = { Cookie: cookiesOf(signedIn) };
      const read = () => sendAs(chaos, 'sign-ins', { path: '/api/portal/customer', headers, from }, customer);
      const own = await read();
      if (expectStatus(chaos, 'sign-ins', own, 200) && own?.text.includes(customer.marker) !== true)
        chaos.results.addViolation(`${chaos.target.name}: a customer did not see itself`);
      const signOut = { method: 'POST' as const, path: '/api/auth/sign-out', headers, body: {}, from };
      if (!expectStatus(chaos, 'sign-ins', await sendAs(chaos, 'sign-ins', signOut), 200)) return;
      if ((await read())?.status === 200)
        chaos.results.addViolation(`${chaos.target.name}: a cookie was accepted after its sign-out`);
    }),
};
