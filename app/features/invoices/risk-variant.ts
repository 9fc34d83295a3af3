import type { ProgressVariant } from '#app/components/ui/progress-bar.tsx';

/** product §9: above 70 red, above 40 yellow, otherwise green. */
export function riskVariant(score: number): ProgressVariant {
  if (score > 70) return 'danger';
  return score > 40 ? 'warning' : 'success';
}
