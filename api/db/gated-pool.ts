import pg from 'pg';
import { DatabaseUnavailable } from './outage.ts';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** A pool that gives no connection before the schema is in place. */
export class GatedPool extends pg.Pool {
  #isOpen = false;

  openGate(): void {
    this.#isOpen = true;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<pg.PoolClient> | void {
    if (this.#isOpen) return done === undefined ? super.connect() : super.connect(done);
    const error = new DatabaseUnavailable('The database is being opened.');
    if (done === undefined) return Promise.reject(error);
    done(error, undefined, () => undefined);
  }
}
