import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Load, Measured } from './load.ts';

const pauseMs = 3_000;

/** Each instance in turn, as packaging/restart-instances does. */
export async function replaceAll(cluster: Cluster, count: number, build: string): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    if (at > 0) await wait(pauseMs);
    await cluster.stop(at);
    await cluster.start(at, build);
  }
}

export interface Row {
  name: string;
  measured: Measured;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

export function formatTable(rows: Row[]): string {
  const cells = rows.map(({ name, measured: { pages, reads, writes, reopened } }) => [
    name,
    ...[pages, reads, writes].flatMap(({ sent, failed, longestGap }) => [`${failed} of ${sent}`, seconds(longestGap)]),
    String(reopened),
  ]);
  const head = ['Failed', 'Pages', 'gap', 'API reads', 'gap', 'Writes', 'gap', 'Streams reopened'];
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export const measureRow = async (load: Load, name: string, work: () => Promise<void>): Promise<Row> => ({
  name,
  measured: await load.measure(work),
});
