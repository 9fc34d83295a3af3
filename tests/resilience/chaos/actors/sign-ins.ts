import { password } from '#tests/resilience/chaos/customers.ts';
import { type Actor, askAs, expectStatus, oneOf, repeatedly } from '#tests/resilience/chaos/chaos-test.ts';
import { cookiesOf, newAddress } from '#tests/resilience/chaos/connection.ts';

/** Signs in, reads, signs out, and tries the cookie once more. */
export const signIns: Actor = {
  name: 'sign-ins',
  act: (siege) =>
    repeatedly(siege, 400, async () => {
      const customer = oneOf(siege.target.customers);
      const from = newAddress();
      const body = { email: customer.email, password };
      const signedIn = await askAs(siege, 'sign-ins', { method: 'POST', path: '/api/auth/sign-in/email', body, from });
      if (!expectStatus(siege, 'sign-ins', signedIn, 200) || signedIn === undefined) return;
      const Cookie = cookiesOf(signedIn);
      const read = () =>
        askAs(siege, 'sign-ins', { path: '/api/portal/customer', headers: { Cookie }, from }, customer);
      const own = await read();
      if (expectStatus(siege, 'sign-ins', own, 200) && own?.text.includes(customer.mark) !== true)
        siege.ledger.breach(`${siege.target.name}: a customer did not see itself`);
      const out = await askAs(siege, 'sign-ins', {
        method: 'POST',
        path: '/api/auth/sign-out',
        headers: { Cookie },
        body: {},
        from,
      });
      if (!expectStatus(siege, 'sign-ins', out, 200)) return;
      const replayed = await read();
      if (replayed?.status === 200) siege.ledger.breach(`${siege.target.name}: a cookie was taken after its sign-out`);
    }),
};
