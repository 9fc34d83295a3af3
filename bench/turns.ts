/**
 * Loaded into the server that is measured (`--import`): the CPU time of its main thread, and of the longest turn of its event
 * loop, since the last request to BENCH_TURNS_PORT. No other request is served within a turn.
 */
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

export interface Turns {
  totalMs: number;
  longestMs: number;
}

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

function measureTurns(port: number): void {
  let last = cpuMs();
  let first = last;
  let longestMs = 0;
  const endTurn = () => {
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - last);
    last = now;
    // It runs once per turn, and unreferenced it does not wake an idle loop.
    setImmediate(endTurn).unref();
  };
  endTurn();
  createServer((_request, response) => {
    response.end(JSON.stringify({ totalMs: last - first, longestMs } satisfies Turns));
    first = last;
    longestMs = 0;
  })
    .listen(port, '127.0.0.1')
    .unref();
}

// The server's own threads load it too.
if (isMainThread) measureTurns(Number(process.env['BENCH_TURNS_PORT']));
