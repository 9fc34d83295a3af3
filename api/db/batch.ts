import type { Writable } from 'node:stream';
import pg from 'pg';
import { isStalePlan } from './errors.ts';

export interface Statement {
  /** Kept prepared on each connection under this name. */
  name?: string;
  text: string;
  values?: unknown[];
}

export type Row = unknown[];

/** What the driver's own queries use of it; its types know less. */
interface Wire {
  stream: Writable;
  /** Text by name: what was sent to be prepared on this connection. */
  submittedNamedStatements: Record<string, string>;
  parsedStatements: Record<string, string>;
  describe(portal: unknown): void;
  close(statement: { type: 'S'; name: string }): void;
  sync(): void;
}

type Parser = (value: string) => unknown;
type Callback = (error: Error | null, results: Row[][]) => void;

/** How to read the rows of each named statement. The database describes them once; a connection keeps what it was told. */
const described = new WeakMap<Wire, Map<string, Parser[]>>();

/**
 * Statements that the database takes as one transaction without being told to begin or commit, as nothing but the end of
 * the batch asks it to answer: one message there, one back, one commit. One that fails takes all of them with it.
 * The driver calls what is not private.
 */
class Batch extends pg.Query {
  /** The driver wraps it, to hold it to its time. */
  declare callback: Callback;
  readonly #statements: Statement[];
  /** The names that this batch is the first to use on its connection. */
  readonly #newNames: string[] = [];
  #described = new Map<string, Parser[]>();
  #results: Row[][] = [];
  #rows: Row[] = [];
  #parsers: Parser[] = [];
  #unreadable: Error | undefined;

  constructor(statements: Statement[], callback: Callback) {
    super({ text: '', callback } as pg.QueryConfig);
    this.#statements = statements;
    this.submit = (connection) => this.#send(connection as unknown as Wire);
  }

  #send(wire: Wire): Error | null {
    this.#described = described.get(wire) ?? this.#described;
    described.set(wire, this.#described);
    this.#begin();
    try {
      const message = this.#write(wire);
      if (wire.stream.writable) wire.stream.write(message);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  /** All of it in one piece: a system call, or a message to the embedded engine's thread, instead of one for each part. */
  #write(wire: Wire): Buffer {
    const parts: Buffer[] = [];
    const stream = { writable: true, write: (part: Buffer) => parts.push(part) };
    const collecting = Object.create(wire, { stream: { value: stream } }) as Wire;
    const unanswered = Object.create(collecting, { sync: { value: nothing } }) as Wire;
    const undescribed = Object.create(unanswered, { describe: { value: nothing } }) as Wire;
    for (const statement of this.#statements) {
      const { name = '' } = statement;
      if (name !== '' && !isKnown(wire, name)) this.#newNames.push(name);
      const query = new pg.Query({ ...statement }) as unknown as { prepare(wire: Wire): void };
      query.prepare(this.#described.has(name) ? undescribed : unanswered);
    }
    collecting.sync();
    return Buffer.concat(parts);
  }

  handleRowDescription({ fields }: { fields: { dataTypeID: number }[] }): void {
    this.#parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(fields.map((value, at) => (value === null ? null : this.#parsers[at]?.(value))));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete(): void {
    const { name } = this.#statements[this.#results.length] ?? {};
    if (name !== undefined) this.#described.set(name, this.#parsers);
    this.#results.push(this.#rows);
    this.#begin();
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable ?? null, this.#results);
  }

  /** Which of the new names the database has come to know is uncertain: all are given up. */
  handleError(error: Error, wire: Wire): void {
    for (const name of this.#newNames) {
      this.#described.delete(name);
      delete wire.submittedNamedStatements[name];
      wire.close({ type: 'S', name });
    }
    this.callback(error, []);
  }

  #begin(): void {
    this.#rows = [];
    this.#parsers = this.#described.get(this.#statements[this.#results.length]?.name ?? '') ?? [];
  }
}

const nothing = () => undefined;
const isKnown = ({ submittedNamedStatements, parsedStatements }: Wire, name: string) =>
  name in submittedNamedStatements || name in parsedStatements;

/**
 * Runs the statements in one transaction and one round trip, whatever their number. Once more where a table has changed
 * since they were prepared: PostgreSQL refuses a plan whose result has another type, for as long as the name is kept.
 */
export async function runBatch(client: pg.ClientBase, statements: Statement[]): Promise<Row[][]> {
  try {
    return await sendBatch(client, statements);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    forgetNames(client);
    return sendBatch(client, statements);
  }
}

function forgetNames(client: pg.ClientBase): void {
  const { connection: wire } = client as unknown as { connection: Wire };
  described.get(wire)?.clear();
  for (const known of [wire.submittedNamedStatements, wire.parsedStatements]) {
    for (const name of Object.keys(known)) {
      Reflect.deleteProperty(known, name);
      wire.close({ type: 'S', name });
    }
  }
}

function sendBatch(client: pg.ClientBase, statements: Statement[]): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch(statements, (error, results) => {
        if (error !== null) reject(error);
        else resolve(results);
      }),
    );
  });
}

const { DATE, TIMESTAMPTZ } = pg.types.builtins;
const asGiven = (value: string) => value;
// '2025-01-05 09:30:00.123456+00': the session is in UTC. A Date would lose the microseconds.
const asIso = (value: string) => value.replace(' ', 'T').replace(/\+00$/, 'Z');
const parserOf = (oid: number): Parser => {
  if (oid === DATE) return asGiven;
  return oid === TIMESTAMPTZ ? asIso : (pg.types.getTypeParser(oid) as Parser);
};
