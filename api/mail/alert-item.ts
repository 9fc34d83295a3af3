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
