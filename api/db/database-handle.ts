export interface OpenDatabase {
  readonly engine: 'embedded' | 'postgresql';
  ping(): Promise<void>;
  /** The database answers, but not to this process, and will not again: only a restart helps. */
  isStuck?(): boolean;
  close(): Promise<void>;
}

/** Holds the database while it opens, so that pages are served before it has. */
export interface DatabaseHandle<Database extends OpenDatabase> {
  /** The open database, or nothing yet. */
  readonly current: Database | undefined;
  open(connect: () => Promise<Database>): Promise<Database>;
  /** Waits for an opening in progress: a database that is cut off while it migrates is the worst of states. */
  close(): Promise<void>;
}

export function createDatabaseHandle<Database extends OpenDatabase>(): DatabaseHandle<Database> {
  let current: Database | undefined;
  let opening: Promise<Database> | undefined;
  return {
    get current() {
      return current;
    },
    async open(connect) {
      opening = connect();
      current = await opening;
      return current;
    },
    async close() {
      const database = await opening?.catch(() => undefined);
      current = undefined;
      await database?.close();
    },
  };
}
