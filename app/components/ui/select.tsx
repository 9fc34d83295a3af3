import * as Radix from '@radix-ui/react-select';
import { useId } from 'react';
import { controlClass } from './field.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type Option = { value: string; label: string };
type SelectProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
};

export function Select({ label, name, value, onChange, options }: SelectProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label id={`${id}-label`} htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <Radix.Root name={name} value={value} onValueChange={onChange} dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <Radix.Trigger
          id={id}
          aria-labelledby={`${id}-label ${id}`}
          className={classNames(controlClass, 'flex items-center justify-between gap-3 text-start')}
        >
          <Radix.Value />
          <Radix.Icon>
            <Icon name="chevron-down" className="size-4.5 text-muted" />
          </Radix.Icon>
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={6}
            className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border border-line bg-surface p-1.5 shadow-float"
          >
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-11 cursor-pointer items-center justify-between gap-6 rounded-sm px-3 py-2 outline-none data-highlighted:bg-tint data-[state=checked]:font-semibold"
                >
                  <Radix.ItemText>
                    <bdi>{option.label}</bdi>
                  </Radix.ItemText>
                  <Radix.ItemIndicator>
                    <Icon name="check" className="size-4.5 text-azure" />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </div>
  );
}
