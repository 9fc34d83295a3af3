import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { readableLine } from './readable-log.ts';

/** The line for an event that pino has written as JSON. */
function textOf(write: (log: ReturnType<typeof createLog>) => void, isColoured = false): string | undefined {
  let json = '';
  write(createLog('trace', { write: (line: string) => (json += line) }));
  return readableLine(json, isColoured);
}
const clock = String.raw`\d\d:\d\d:\d\d`;
const request = { requestId: 'r-1', traceId: 't-1', method: 'GET', path: '/services', status: 200, ms: 2.4, bytes: 9 };

test('a request is a short line without its ids', () => {
  expect(textOf((log) => log.info(request, 'request'))).toMatch(new RegExp(`^${clock}  200 GET /services  2.4 ms$`));
});

test('a rejected request shows its code, and an aborted one says so', () => {
  const failed = { ...request, status: 404, code: 'not_found', aborted: true };
  expect(textOf((log) => log.info(failed, 'request'))).toMatch(
    / {2}404 GET \/services {2}2.4 ms {2}not_found {2}aborted$/,
  );
});

test('the files of a page are left out, unless they fail', () => {
  const file = { ...request, path: '/assets/entry-1a2b.js' };
  expect(textOf((log) => log.info(file, 'request'))).toBeUndefined();
  expect(textOf((log) => log.info({ ...file, status: 404 }, 'request'))).toContain('404 GET /assets/entry-1a2b.js');
});

test('other events are their message and fields, with a label from warnings on', () => {
  expect(textOf((log) => log.info({ migrations: 3 }, 'schema'))).toMatch(
    new RegExp(`^${clock}  schema  migrations=3$`),
  );
  expect(textOf((log) => log.info({ files: ['a', 'b', 'c', 'd', 'e'] }, 'schema'))).toMatch(/ {2}files=a … e \(5\)$/);
  expect(textOf((log) => log.warn('SITE_URL is not set'))).toMatch(/ {2}WARN {2}SITE_URL is not set$/);
  expect(textOf((log) => log.fatal('over'))).toMatch(/ {2}FATAL {2}over$/);
});

test('an error is one line with its cause and where it was thrown', () => {
  const err = new TypeError('no such\nthing', { cause: new Error('disk full') });
  const text = textOf((log) => log.error({ err }, 'request failed'));
  expect(text).toMatch(
    /ERROR {2}request failed {2}TypeError: no such thing \(.*\), because of Error: disk full \(.*\)$/,
  );
  expect(text).not.toContain('\n');
});

test.each([
  ['a terminal sequence', '/\u001b]0;owned\u0007\u001b[2J'],
  ['a line that looks like ours', '/x\n12:00:00  200 GET /'],
  ['a return to the beginning of the line', '/x\r\r'],
  ['the eight-bit form of a sequence', '/\u009b2J'],
  ['text from right to left', '/\u202egpj.exe'],
])('%s in a path reaches no terminal', (_name, path) => {
  const text = textOf((log) => log.info({ ...request, path }, 'request')) ?? '';
  expect(text).toMatch(/^[\x20-\x7e]+$/);
});

test('only colours add sequences', () => {
  const coloured = textOf((log) => log.error('broken'), true) ?? '';
  expect(coloured).toContain('\u001b[31m');
  expect(stripVTControlCharacters(coloured)).toMatch(new RegExp(`^${clock}  ERROR  broken$`));
});

test.each([
  ['FORCE_COLOR', { FORCE_COLOR: '1' }, true],
  ['NO_COLOR', { NO_COLOR: '1' }, false],
  ['no terminal', {}, false],
])('%s decides on colours', (_name, env, isColoured) => {
  const code = `const { createLog } = await import('./api/lib/log.ts'); createLog('info', undefined, 'text').info('hello')`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/hello/);
  expect(stdout.includes('\u001b[')).toBe(isColoured);
});

test('without a terminal and without LOG_FORMAT it is JSON', () => {
  const code = `const { createLog } = await import('./api/lib/log.ts'); createLog('info').info('hello')`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toMatchObject({ level: 30, msg: 'hello' });
});
