import { setTimeout as wait } from 'node:timers/promises';
import type { SiegeMail } from '../mail.ts';
import { type Actor, repeatedly } from '../siege.ts';
import type { SmallDisk } from '../small-disk.ts';

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
