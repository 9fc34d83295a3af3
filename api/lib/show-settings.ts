import { environmentSchema } from './env.ts';
import { findPastedSecret, isSecretSetting } from './setting-checks.ts';

export interface ShownSetting {
  name: string;
  /** Null if it is not set and has no default. */
  value: string | null;
  isSet: boolean;
}

const settingNames = Object.keys(environmentSchema.shape);
/** As an operator writes them. */
const defaults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(environmentSchema.parse({})).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(',') : `${value as string | number}`,
  ]),
);

/** Every setting as it is given, without secrets. */
export function showSettings(environment: NodeJS.ProcessEnv): ShownSetting[] {
  return settingNames.map((name) => {
    // An empty value means "not set".
    const given = environment[name] || undefined;
    const value = given === undefined ? (defaults[name] ?? null) : hideSecrets(name, given);
    return { name, value, isSet: given !== undefined };
  });
}

function hideSecrets(name: string, value: string): string {
  if (!isSecretSetting(name)) {
    const secret = findPastedSecret(value);
    return secret === undefined ? value : `(${secret})`;
  }
  const url = URL.parse(value);
  if (url === null || !/^\w+:\/\//.test(value)) return '(set)';
  // Passwords may also be parameters of a database's URL.
  for (const parameter of url.searchParams.keys())
    if (/pass|key|secret/i.test(parameter)) url.searchParams.set(parameter, 'hidden');
  if (url.username !== '' && ['S3_URL', 'BACKUP_TO'].includes(name)) url.username = 'hidden';
  if (url.password !== '') url.password = 'hidden';
  return url.href;
}
