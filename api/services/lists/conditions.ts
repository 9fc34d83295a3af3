import type { Order } from './cursor.ts';

/** Conditions of a query and the values they take, which never become part of its text. */
export class Conditions {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];

  constructor(parts: readonly string[] = [], values: readonly unknown[] = []) {
    this.parts = parts;
    this.values = values;
  }

  /** `write` is given the place of each value, as `$1`. */
  and(write: (...places: string[]) => string, ...values: unknown[]): Conditions {
    const places = values.map((_, at) => `$${this.values.length + at + 1}`);
    return new Conditions([...this.parts, write(...places)], [...this.values, ...values]);
  }

  // One status keeps the order of the index that begins with it, several cannot.
  status(statuses: string[] | undefined): Conditions {
    if (statuses === undefined) return this;
    if (statuses.length === 1) return this.and((status) => `status = ${status}`, statuses[0]);
    return this.and((all) => `status = ANY(${all}::text[])`, statuses);
  }

  after(position: string[] | undefined, { keys, direction }: Order): Conditions {
    if (position === undefined) return this;
    const columns = keys.map(({ column }) => column).join(', ');
    const cast = (places: string[]) => keys.map(({ type }, at) => `${places[at]}::${type}`).join(', ');
    const comparison = direction === 'asc' ? '>' : '<';
    return this.and((...places) => `(${columns}) ${comparison} (${cast(places)})`, ...position);
  }

  where(): string {
    return this.parts.length === 0 ? '' : ` WHERE ${this.parts.join(' AND ')}`;
  }
}
