import { userInfo } from 'node:os';
import { processEnvironment } from './env.ts';

const maxLength = 64;

interface Process {
  environment: NodeJS.ProcessEnv;
  isRoot: boolean;
  /** Throws where the user id has no name, as in a container. */
  username: () => string;
}

/** Who runs the command line, by the operating system: a hint for the audit log, since an administrator can be anybody. */
export function operatorName({ environment, isRoot, username }: Process = thisProcess): string {
  // packaging/rempart-azur hands over who called it before it becomes the user of the service. Only root's SUDO_USER is sudo's.
  const names = [environment['OPERATOR'], isRoot ? environment['SUDO_USER'] : undefined, nameOf(username)];
  return names.map(clean).find((name) => name !== '') ?? 'unknown';
}

const thisProcess: Process = {
  environment: processEnvironment,
  isRoot: process.getuid?.() === 0,
  username: () => userInfo().username,
};

// Others may have set it: nothing that rewrites a terminal or fills the log.
const clean = (name = '') =>
  Array.from(name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim())
    .slice(0, maxLength)
    .join('');

function nameOf(username: () => string): string | undefined {
  try {
    return username();
  } catch {
    return process.getuid?.().toString();
  }
}
