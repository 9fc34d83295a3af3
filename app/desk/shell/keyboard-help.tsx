import { useEffect, useId, useRef } from 'react';
import { Checkbox } from '#app/components/ui/field.tsx';
import { Modal } from '#app/components/ui/modal.tsx';
import { useDesk, useSingleKeys } from '#app/desk/components/desk-context.ts';

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { copy } = useDesk();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isOn, setOn] = useSingleKeys();
  useEffect(() => ref.current?.showModal(), []);
  return (
    <Modal
      ref={ref}
      titleId={id}
      heading={
        <h2 id={id} className="text-xl">
          {copy.keyboard.title}
        </h2>
      }
      closeLabel={copy.dialog.close}
      onClose={onClose}
    >
      <p className="mt-1 text-sm text-muted">{copy.keyboard.description}</p>
      <div className="mt-5 grid gap-6 sm:grid-cols-2">
        {copy.keyboard.groups.map((group) => (
          <section key={group.title}>
            <h3 className="font-sans text-sm font-semibold text-muted">{group.title}</h3>
            <dl className="mt-2 grid gap-2 text-sm">
              {group.keys.map(({ keys, text }) => (
                <div key={text} className="flex items-baseline justify-between gap-3">
                  <dd className="order-1 min-w-0">{text}</dd>
                  <dt className="order-2 flex shrink-0 items-center gap-1">
                    {keys.map((key, at) => (
                      <span key={key} className="flex items-center gap-1">
                        {at > 0 && keys[0] === 'g' && (
                          <span className="text-xs text-muted">{copy.keyboard.sequence}</span>
                        )}
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
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is in it */}
      <label className="mt-6 flex items-start gap-3 border-t border-line pt-5 text-sm">
        <Checkbox checked={isOn} onChange={({ target }) => setOn(target.checked)} />
        <span>
          <span className="block font-semibold">{copy.keyboard.toggle}</span>
          <span className="text-muted">{copy.keyboard.toggleHint}</span>
        </span>
      </label>
    </Modal>
  );
}
