import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline';
export type ButtonSize = 'md' | 'sm';

const variants: Record<ButtonVariant, string> = {
  // A border for forced colours, which remove backgrounds.
  primary: 'border border-transparent bg-azure-fill text-on-azure hover:bg-azure-strong',
  secondary: 'border border-line-strong text-ink hover:border-azure hover:text-azure',
  quiet: 'text-azure hover:bg-tint',
  danger: 'border border-transparent bg-danger text-paper hover:opacity-90',
  'danger-outline': 'border border-danger text-danger hover:bg-danger-tint',
};
const sizes: Record<ButtonSize, string> = { md: 'min-h-12 px-5 py-2.5', sm: 'min-h-10 px-4 py-1.5 text-sm' };

/** Button classes, reusable on links. */
export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'md', className?: string) =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-md text-center font-semibold transition-colors',
    // `data-loading`: it only waits for its script, and looks ready.
    'disabled:cursor-not-allowed not-data-loading:disabled:border-line-strong not-data-loading:disabled:bg-line not-data-loading:disabled:text-muted',
    variants[variant],
    sizes[size],
    className,
  );

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; size?: ButtonSize };

export function Button({ variant, size, className, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, size, className)} {...props} />;
}
