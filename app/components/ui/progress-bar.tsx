import { classNames } from './class-names.ts';

export type ProgressLook = 'danger' | 'warning' | 'success';

const looks: Record<ProgressLook, string> = { danger: 'bg-danger', warning: 'bg-sun', success: 'bg-success' };

export function ProgressBar({ value, look, label }: { value: number; look: ProgressLook; label: string }) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      data-look={look}
      className="block h-1.5 w-full overflow-hidden rounded-full bg-line print:border print:border-line-strong print:[print-color-adjust:exact]"
    >
      <span className={classNames('block h-full rounded-full', looks[look])} style={{ width: `${value}%` }} />
    </span>
  );
}
