import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { modalFooterClass } from '#app/components/ui/modal.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { textOf } from '#app/lib/form-text.ts';
import type { IntegrationsCopy } from '#content/desk/fr/integrations.ts';
import type { ApiKeys } from '#contract/api-keys.ts';
import { keyDays, keyScopes, maxKeyNameLength } from '#contract/key-scopes.ts';
import { DeskModal, FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskSelect, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { ConfirmDialog } from '#app/desk/people/people-dialogs.tsx';

export type OpenKeyDialog = { kind: 'create' } | { kind: 'revoke'; id: string };

type KeyDialogsProps = {
  open: OpenKeyDialog;
  copy: IntegrationsCopy['keys'];
  onSaved: (keys: ApiKeys, title?: string) => void;
  onOpen: (dialog: OpenKeyDialog | undefined) => void;
};

/** Every change asks who the staff member is, unless they have just confirmed it. */
export function KeyDialogs({ open, copy, onSaved, onOpen }: KeyDialogsProps) {
  const routes = api.desk['api-keys'];
  // What was typed waits until the staff member has confirmed who they are.
  const [waiting, setWaiting] = useState<() => Promise<void>>();
  const [isConfirming, setIsConfirming] = useState(false);
  const [created, setCreated] = useState<string>();
  const send = async (work: () => Promise<void>) => {
    await work().catch((error: unknown) => {
      if (!isApiError(error, 'confirmation_required')) throw error;
      setWaiting(() => work);
    });
  };
  const close = () => {
    if (waiting !== undefined && !isConfirming) setIsConfirming(true);
    else if (created === undefined) onOpen(undefined);
  };
  if (created !== undefined) return <CreatedKey value={created} copy={copy} onClose={() => onOpen(undefined)} />;
  if (waiting !== undefined && isConfirming) return <ConfirmDialog onConfirmed={waiting} onClose={close} />;
  if (open.kind === 'revoke')
    return (
      <FormDialog
        {...copy.revokeDialog}
        variant="danger"
        onSubmit={() =>
          send(async () => onSaved(await routes.revoke.$post({ json: { id: open.id } }), copy.done.revoke))
        }
        onClose={close}
      />
    );
  return (
    <FormDialog
      {...copy.createDialog}
      errorTexts={{ too_many_keys: copy.tooMany }}
      onSubmit={async (form) => {
        const scopes = keyScopes.filter((scope) => form.has(scope));
        if (scopes.length === 0) throw new InvalidInputError(copy.noScope);
        const days = keyDays.find((one) => String(one) === textOf(form, 'days')) ?? keyDays[0];
        const json = { name: textOf(form, 'name'), scopes, days };
        await send(async () => {
          const { key, items } = await routes.$post({ json });
          onSaved({ items });
          setCreated(key);
        });
      }}
      onClose={close}
    >
      <DeskTextField {...copy.name} name="name" required autoComplete="off" maxLength={maxKeyNameLength} />
      <DeskSelect
        label={copy.days.label}
        name="days"
        defaultValue="365"
        options={keyDays.map((one) => ({ value: String(one), label: copy.days.options[one] }))}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">{copy.scopesTitle}</legend>
        {keyScopes.map((scope) => (
          <CheckboxField key={scope} name={scope} label={copy.scopes[scope]} hint={scope} />
        ))}
      </fieldset>
    </FormDialog>
  );
}

type CreatedKeyProps = { value: string; copy: IntegrationsCopy['keys']; onClose: () => void };

/** The only time that the key is shown. */
function CreatedKey({ value, copy, onClose }: CreatedKeyProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const { title, description, submit } = copy.createdDialog;
  return (
    <DeskModal ref={ref} title={title} description={description} onClose={onClose}>
      <p className="mt-5 flex items-center gap-2 rounded-md bg-tint px-4 py-3">
        <code className="min-w-0 text-sm wrap-anywhere">{value}</code>
        <CopyButton text={value} label={copy.copy} copiedLabel={copy.copied} />
      </p>
      <div className={`${modalFooterClass} mt-5 flex justify-end`}>
        <Button size="sm" onClick={() => ref.current?.close()}>
          {submit}
        </Button>
      </div>
    </DeskModal>
  );
}
