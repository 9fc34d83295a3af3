import { userInfo } from 'node:os';
import { OperatorError } from './errors.ts';

/** Why a file or folder of the operator could not be opened, and what to do. */
export function describeReadFailure(name: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM')
    return `${name} is not accessible to the user ${userInfo().username}, as whom this works: put it where that user can read and write.`;
  if (code === 'ENOENT') return `${name} does not exist.`;
  return `${name} cannot be read (${code}).`;
}

export const readError = (name: string, error: unknown) => new OperatorError(describeReadFailure(name, error));
