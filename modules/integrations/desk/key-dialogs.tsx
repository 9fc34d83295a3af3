import { CheckboxField } from '#app/components/ui/field.tsx';
import { textOf } from '#app/lib/form-text.ts';
import type { IntegrationsCopy } from '../copy/desk.fr.ts';
import type { ApiKeys } from '../contract/api-keys.ts';
import { keyDays, keyScopes, maxKeyNameLength } from '#contract/key-scopes.ts';
import { FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskSelect, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { ConfirmDialog, useConfirmedChange } from '#app/desk/people/people-dialogs.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { integrationsApi } from '../shared/integrations-api.ts';

export type OpenKeyDialog = { kind: 'create' } | { kind: 'revoke'; id: string };

type KeyDialogsProps = {
  open: OpenKeyDialog;
  copy: IntegrationsCopy['keys'];
  onSaved: (keys: ApiKeys, title?: string) => void;
  onOpen: (dialog: OpenKeyDialog | undefined) => void;
};

/** Every change asks who the staff member is, unless they have just confirmed it. */
export function KeyDialogs({ open, copy, onSaved, onOpen }: KeyDialogsProps) {
  const routes = integrationsApi.keys['api-keys'];
  const { secret, setSecret, confirming, send, close } = useConfirmedChange(() => onOpen(undefined));
  if (secret !== undefined)
    return <SecretDialog value={secret} copy={copy.createdDialog} labels={copy} onClose={() => onOpen(undefined)} />;
  if (confirming !== undefined) return <ConfirmDialog onConfirmed={confirming} onClose={close} />;
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
          setSecret(key);
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
