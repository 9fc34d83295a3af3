/** `node tests/browsers/main.ts Firefox` or `WebKit`: one journey through the build in a browser that Playwright cannot start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cleanUp, cleanUpOnSignals, endWithParent, whenDone } from '../../scripts/lib/processes.ts';
import { journeyServer, placeFor } from '../e2e/journey-server.ts';
import { browsers, waitFor } from './browser.ts';
import { runJourney } from './journey.ts';

/** The server of the other journeys, with its own seeded database. */
async function startServer(): Promise<string> {
  const place = await placeFor('embedded');
  const { command, url, timeout, env } = journeyServer(place);
  const server = endWithParent(
    spawn(command, { shell: true, env: { ...process.env, ...env }, stdio: ['pipe', 'inherit', 'inherit'] }),
  );
  const exited = once(server, 'exit');
  whenDone(async () => {
    // The server stops when this pipe closes, and removes its data.
    server.stdin.end();
    await exited;
  });
  const isReady = waitFor('the server is ready', async () => (await fetch(url)).ok, timeout);
  await Promise.race([isReady, exited.then(() => Promise.reject(new Error('The server did not start.')))]);
  return place.origin;
}

const start = browsers[process.argv[2] ?? ''];
if (start === undefined) throw new Error(`Name a browser: ${Object.keys(browsers).join(' or ')}.`);
cleanUpOnSignals();
try {
  const [origin, browser] = await Promise.all([startServer(), start()]);
  await runJourney(browser, origin);
} catch (error) {
  // Not thrown: after a signal, which also ends the browser, what it started to clean up must finish.
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
