import { bundleMain, killWhatStillRuns, removeBundle } from '#tests/support/process.ts';

/** The bundle that operators run. */
export const bundleServer = bundleMain;

/** Leaves no server behind, whatever happened. */
export function removeServer(): void {
  killWhatStillRuns();
  removeBundle();
}
