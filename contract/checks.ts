/** What is checked about the running service. */
export const checkNames = [
  'database',
  'instances',
  'backup',
  'proof',
  'outbound',
  'mail',
  'jobs',
  'disk',
  'scanner',
  'certificate',
] as const;
export type CheckName = (typeof checkNames)[number];

/** What only the command `doctor` checks, for somebody who sits at the machine. */
export const installationCheckNames = ['settings', 'files', 'roles', 'mail-server', 'clock', 'tls', 'proxy'] as const;
export type InstallationCheckName = (typeof installationCheckNames)[number];

export const checkStates = ['ok', 'failing', 'unknown'] as const;
/** `unknown`: it is not set up, or could not be asked. */
export type CheckState = (typeof checkStates)[number];

export interface CheckResult {
  name: CheckName;
  state: CheckState;
  /** Age of the backup, of its proof or of the hold after a restore, the oldest mail or the most overdue job in seconds; instances and listeners that do not answer; free part of the disk; days that the certificate is valid. */
  value: number | null;
}
