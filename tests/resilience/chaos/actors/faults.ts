import { setTimeout as wait } from 'node:timers/promises';
import { backendsOf, stopBackends } from '#tests/resilience/stopped-backends.ts';
import type { Cable } from '#tests/resilience/tcp-proxy.ts';
import type { SiegeMail } from '#tests/resilience/chaos/mail.ts';
import { type Actor, repeatedly } from '#tests/resilience/chaos/chaos-test.ts';
import type { SmallDisk } from '#tests/resilience/chaos/small-disk.ts';

/** kill -9 of a copy, at random. */
export const kills = (every: number): Actor => ({
  name: 'kills',
  act: (siege) =>
    repeatedly(siege, every, async () => {
      await wait(every / 2, undefined, { signal: siege.signal }).catch(() => undefined);
      if (siege.signal.aborted) return;
      await siege.target.copies.killOne();
      siege.ledger.count(`${siege.target.name}: kill -9`);
    }),
});

export const databaseRestarts = (every: number, restart: () => Promise<void>): Actor => ({
  name: 'restarts of the database',
  act: (siege) =>
    repeatedly(siege, every, async () => {
      await wait(every / 2, undefined, { signal: siege.signal }).catch(() => undefined);
      if (siege.signal.aborted) return;
      await restart();
      siege.ledger.count(`${siege.target.name}: database restarted`);
    }),
});

export const mailCuts = (every: number, mail: SiegeMail): Actor => ({
  name: 'cuts of the mail server',
  act: async (siege) => {
    await repeatedly(siege, every, async () => {
      await mail.cut();
      siege.ledger.count(`${siege.target.name}: mail server cut`);
      await wait(every / 2, undefined, { signal: siege.signal }).catch(() => undefined);
      await mail.mend();
    });
    await mail.mend();
  },
});

/** Nothing is forwarded to the database for so long, and no connection breaks. */
export const silences = (every: number, lasting: number, cable: Pick<Cable, 'silence' | 'resume'>): Actor => ({
  name: 'a silent database',
  act: (siege) =>
    repeatedly(siege, every, async () => {
      await wait(every / 2, undefined, { signal: siege.signal }).catch(() => undefined);
      if (siege.signal.aborted) return;
      cable.silence();
      siege.ledger.count(`${siege.target.name}: database silent`);
      await wait(lasting, undefined, { signal: siege.signal }).catch(() => undefined);
      cable.resume();
    }),
});

/** Every process of the database that serves a connection stops for so long, and goes on. */
export const stoppedBackends = (every: number, lasting: number, databaseUrl: string): Actor => ({
  name: 'stopped backends',
  act: (siege) =>
    repeatedly(siege, every, async () => {
      await wait(every / 3, undefined, { signal: siege.signal }).catch(() => undefined);
      // It may be restarting.
      const pids = siege.signal.aborted ? [] : await backendsOf(databaseUrl).catch(() => []);
      if (pids.length === 0) return;
      const goOn = stopBackends(pids);
      siege.ledger.count(`${siege.target.name}: backends stopped`);
      await wait(lasting, undefined, { signal: siege.signal }).catch(() => undefined);
      goOn();
    }),
});

/** Fills the disk to its last byte, and makes room again. */
export const fullDisk = (every: number, disk: SmallDisk): Actor => ({
  name: 'a full disk',
  act: (siege) =>
    repeatedly(siege, every, async () => {
      disk.fill();
      siege.ledger.count(`${siege.target.name}: disk filled`);
      await wait(every / 2, undefined, { signal: siege.signal }).catch(() => undefined);
      disk.makeRoom();
    }),
});
