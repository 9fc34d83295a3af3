import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export const Tabs = Radix.Root;

export function TabList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={classNames('tab-list', className)} {...props} />;
}

export const TabPanel = Radix.Content;
export const TabTrigger = Radix.Trigger;
