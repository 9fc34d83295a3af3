import type { Demo } from './make-demo.ts';

/** Told at the start that made it, to the terminal and to no log. */
export function demoLines({ logins, password }: Demo): string {
  return [
    'Demo: the database was empty, so it now holds two customers that do not exist. Sign in as',
    ...logins.map((login) => `  ${login}`),
    `with the password ${password} (shown this once; DEMO_PASSWORD sets it before the first start).`,
  ].join('\n');
}
