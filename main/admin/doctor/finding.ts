import { messageOf } from '#api/lib/log.ts';
import type { CheckName, CheckState, InstallationCheckName } from '#contract/checks.ts';

export interface Finding {
  check: CheckName | InstallationCheckName;
  /** `unknown`: it is not set up, or could not be asked. */
  state: CheckState;
  what: string;
  /** What failed needs one: a command or a setting. */
  remedy?: string;
}

type Check = Finding['check'];

export const ok = (check: Check, what: string): Finding => ({ check, state: 'ok', what });
export const unknown = (check: Check, what: string): Finding => ({ check, state: 'unknown', what });
export const failing = (check: Check, what: string, remedy: string): Finding => ({
  check,
  state: 'failing',
  what,
  remedy,
});

/** What went wrong, without a stack trace. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? messageOf(error) : '';
  return (message || codeOf(error) || String(error)).replaceAll(/\s+/g, ' ').trim();
}

/** Whether a certificate is of an authority that this machine does not trust. nodemailer replaces the code of TLS by its own. */
export const isUntrusted = (error: unknown): boolean =>
  /self[- ]signed certificate|unable to (?:get|verify)/i.test(reasonOf(error));

export const trustRemedy =
  'For an authority of your own: its certificate into /usr/local/share/ca-certificates, update-ca-certificates, then /usr/lib/rempart-azur/restart-instances';

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';
