import { type Actor, askAs, expectStatus, oneOf, repeatedly } from '#tests/resilience/chaos/chaos-test.ts';

/** Reads pages, which must be there whatever becomes of the database. */
export const visitors: Actor = {
  name: 'visitors',
  act: (siege) =>
    repeatedly(siege, 40, async () => {
      const answer = await askAs(siege, 'visitors', { path: oneOf(['/', '/services', '/healthz', '/nothing-here']) });
      if (answer?.status === 503) siege.ledger.breach(`${siege.target.name}: a page was not available`);
      expectStatus(siege, 'visitors', answer, 200, 404);
    }),
};
