import type { Subject } from './subject.ts';

export interface Responsiveness {
  /** Milliseconds, the median. */
  atRest: number;
  underWork: number;
  longest: number;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Response time of a path that needs no database, while the engine searches, sorts and counts 100,000 rows. */
export async function responsiveness({ origin, large }: Subject, path: string): Promise<Responsiveness> {
  const time = async () => {
    const started = performance.now();
    await (await fetch(`${origin}${path}`)).arrayBuffer();
    return performance.now() - started;
  };
  const rest: number[] = [];
  for (let at = 0; at < 100; at += 1) rest.push(await time());

  const search = async (at: number) => {
    const url = `${origin}/api/portal/invoices?count=true&sort=amount&q=${at}0`;
    await (await fetch(url, { headers: { Cookie: large.cookie } })).arrayBuffer();
  };
  const meanwhile: number[] = [];
  const working = new AbortController();
  const work = Promise.all(Array.from({ length: 12 }, (_, at) => search(at))).finally(() => working.abort());
  while (!working.signal.aborted) meanwhile.push(await time());
  await work;
  return { atRest: median(rest), underWork: median(meanwhile), longest: Math.max(...meanwhile) };
}
