import { useRef } from 'react';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { useSingleKeys } from '#app/desk/components/desk-context.ts';
import { DeskModal } from '#app/desk/components/desk-dialog.tsx';
import type { KeyboardCopy } from '#content/desk/fr/keyboard.ts';

export function KeyboardHelp({ copy, onClose }: { copy: KeyboardCopy; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useSingleKeys();
  return (
    <DeskModal ref={ref} title={copy.title} description={copy.description} onClose={onClose}>
      <div className="mt-5 grid gap-6 sm:grid-cols-2">
        {copy.groups.map((group) => (
          <section key={group.title}>
            <h3 className="font-sans text-sm font-semibold text-muted">{group.title}</h3>
            <dl className="mt-2 grid gap-2 text-sm">
              {group.keys.map(({ keys, text }) => (
                <div key={text} className="flex items-baseline justify-between gap-3">
                  <dd className="order-1 min-w-0">{text}</dd>
                  <dt className="order-2 flex shrink-0 items-center gap-1">
                    {keys.map((key, at) => (
                      <span key={key} className="flex items-center gap-1">
                        {at > 0 && keys[0] === 'g' && <span className="text-xs text-muted">{copy.sequence}</span>}
                        <kbd>{key}</kbd>
                      </span>
                    ))}
                  </dt>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <CheckboxField
        label={copy.toggle}
        hint={copy.toggleHint}
        checked={isOn}
        onChange={({ target }) => setOn(target.checked)}
        className="mt-6 border-t border-line pt-5"
      />
    </DeskModal>
  );
}
