/** One engine in this process, with the flags of its command line: CPU time of some statements, and the most memory it took. */
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const statements = {
  'a row by its key': ['SELECT * FROM rows WHERE id = 4711', 2000],
  'sort of 20,000 rows': ['SELECT id FROM rows ORDER BY word, id DESC LIMIT 50', 20],
  'sum over 20,000 rows': [`SELECT count(*), sum(length(word)), max(word) FROM rows WHERE word LIKE '%7%'`, 40],
} as const;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const engine = await PGlite.create();
await engine.exec(
  `CREATE TABLE rows AS SELECT n AS id, md5(n::text) AS word FROM generate_series(1, 20000) AS n; CREATE UNIQUE INDEX ON rows (id); ANALYZE`,
);
const times: Record<string, number> = {};
for (const [name, [text, count]] of Object.entries(statements)) {
  // The compiler works in the background of the first calls.
  for (let at = 0; at < count; at += 1) await engine.query(text);
  const before = cpuMs();
  for (let at = 0; at < count; at += 1) await engine.query(text);
  times[name] = (cpuMs() - before) / count;
}
const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
console.log(JSON.stringify({ times, peak }));
process.exit();
