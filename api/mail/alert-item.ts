import type { CheckName } from '#contract/checks.ts';

/** What a mail to ALERT_TO says about one check. */
export interface AlertItem {
  name: CheckName;
  /** The host, for what concerns one machine only; otherwise empty. */
  scope: string;
  state: 'began' | 'continues' | 'ended';
  since: string;
  /** As in CheckResult. */
  value: number | null;
}

/** For the admins of a restored copy, once it may send. `staff` and `accounts`: what somebody who forges a backup would add. */
export interface RestoreNotice {
  asOf: string;
  restoredAt: string;
  isSigned: 'yes' | 'no';
  staff: { email: string; permissions: string }[];
  /** Country and last four characters. */
  accounts: { account: string; state: string }[];
  /** Opens the audit log. */
  link: string;
}
