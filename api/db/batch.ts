import type { Writable } from 'node:stream';
import pg from 'pg';

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
  close(statement: { type: 'S'; name: string }): void;
  sync(): void;
}
interface DriverQuery {
  prepare(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

type Callback = (error: Error | null, results: { rows: Row[] }[]) => void;

/**
 * Statements that the database takes as one transaction without being told to begin or commit, as nothing but the end of
 * the batch asks it to answer: one message there, one back, one commit. One that fails takes all of them with it.
 */
class Batch extends pg.Query {
  readonly #statements: Statement[];
  /** The names that this batch is the first to use on its connection. */
  #newNames: string[] = [];

  constructor(statements: Statement[], callback: Callback) {
    super({ text: '', rowMode: 'array', types: wireTypes, callback } as pg.QueryConfig);
    this.#statements = statements;
    this.submit = (connection) => this.#send(connection as unknown as Wire);
  }

  #send(wire: Wire): null {
    // Written as one: a system call, or a message to the embedded engine's thread, instead of one for each part.
    const parts: Buffer[] = [];
    const collecting = Object.create(wire, {
      stream: { value: { writable: true, write: (part: Buffer) => parts.push(part) } },
    }) as Wire;
    const unanswered = Object.create(collecting, { sync: { value: () => undefined } }) as Wire;
    for (const statement of this.#statements) {
      const { name } = statement;
      if (name !== undefined && !isKnown(wire, name)) this.#newNames.push(name);
      (new pg.Query({ ...statement }) as unknown as DriverQuery).prepare(unanswered);
    }
    collecting.sync();
    if (wire.stream.writable) wire.stream.write(Buffer.concat(parts));
    return null;
  }

  /** The driver calls it. Which of the new names the database has come to know is uncertain: all are given up. */
  handleError(error: Error, wire: Wire): void {
    for (const name of this.#newNames) {
      delete wire.submittedNamedStatements[name];
      wire.close({ type: 'S', name });
    }
    driverQuery.handleError.call(this, error, wire);
  }
}

const driverQuery = pg.Query.prototype as unknown as DriverQuery;
const isKnown = ({ submittedNamedStatements, parsedStatements }: Wire, name: string) =>
  name in submittedNamedStatements || name in parsedStatements;

/** Runs the statements in one transaction and one round trip, whatever their number. */
export function runBatch(client: pg.ClientBase, statements: Statement[]): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch(statements, (error, results) => {
        if (error !== null) reject(error);
        else resolve([results].flat().map(({ rows }) => rows));
      }),
    );
  });
}

const { DATE, TIMESTAMPTZ } = pg.types.builtins;
const asGiven = (value: string) => value;
// '2025-01-05 09:30:00.123456+00': the session is in UTC. A Date would lose the microseconds.
const asIso = (value: string) => value.replace(' ', 'T').replace(/\+00$/, 'Z');
const parserOf = (oid: number, format?: 'text'): ((value: string) => unknown) => {
  if (oid === DATE) return asGiven;
  return oid === TIMESTAMPTZ ? asIso : (pg.types.getTypeParser(oid, format) as (value: string) => unknown);
};
const wireTypes = { getTypeParser: parserOf as pg.CustomTypesConfig['getTypeParser'] };
