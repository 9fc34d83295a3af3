import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

export function setAll(c: Context<AppEnv>, setCookies: string[]): void {
  for (const cookie of setCookies) c.header('Set-Cookie', cookie, { append: true });
}
