import { classNames } from './class-names.ts';

export type ProgressVariant = 'danger' | 'warning' | 'success';

const variants: Record<ProgressVariant, string> = { danger: 'bg-danger', warning: 'bg-sun', success: 'bg-success' };

export function ProgressBar({ value, variant, label }: { value: number; variant: ProgressVariant; label: string }) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      data-variant={variant}
      className="block h-1.5 w-full overflow-hidden rounded-full bg-line print:border print:border-line-strong print:[print-color-adjust:exact]"
    >
      <span className={classNames('block h-full rounded-full', variants[variant])} style={{ width: `${value}%` }} />
    </span>
  );
}
