import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={classNames('rounded-lg border border-line bg-surface p-6', className)} {...props} />;
}
