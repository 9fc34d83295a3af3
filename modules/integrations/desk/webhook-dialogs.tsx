import { CheckboxField } from '#app/components/ui/field.tsx';
import { textOf } from '#app/lib/form-text.ts';
import type { IntegrationsCopy } from '../copy/desk.fr.ts';
import { maxWebhookUrlLength, webhookEvents } from '../contract/webhook-events.ts';
import type { Webhooks } from '../contract/webhooks.ts';
import { FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { ConfirmDialog, useConfirmedChange } from '#app/desk/people/people-dialogs.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { integrationsApi } from '../shared/integrations-api.ts';

export type OpenWebhookDialog = { kind: 'create' } | { kind: 'change' | 'enable' | 'remove'; id: string };

type WebhookDialogsProps = {
  open: OpenWebhookDialog;
  copy: IntegrationsCopy['webhooks'];
  onSaved: (webhooks: Webhooks, title?: string) => void;
  onOpen: (dialog: OpenWebhookDialog | undefined) => void;
};

/** Every change asks who the staff member is, unless they have just confirmed it. */
export function WebhookDialogs({ open, copy, onSaved, onOpen }: WebhookDialogsProps) {
  const routes = integrationsApi.webhooks.webhooks;
  const { secret, setSecret, confirming, send, close } = useConfirmedChange(() => onOpen(undefined));
  if (secret !== undefined)
    return <SecretDialog value={secret} copy={copy.secretDialog} labels={copy} onClose={() => onOpen(undefined)} />;
  if (confirming !== undefined) return <ConfirmDialog onConfirmed={confirming} onClose={close} />;
  if (open.kind === 'create')
    return (
      <FormDialog
        {...copy.createDialog}
        errorTexts={{ too_many_keys: copy.tooMany, invalid_request: copy.url.hint }}
        onSubmit={async (form) => {
          const events = webhookEvents.filter((event) => form.has(event));
          if (events.length === 0) throw new InvalidInputError(copy.noEvent);
          await send(async () => {
            const { secret: made, items } = await routes.$post({ json: { url: textOf(form, 'url'), events } });
            onSaved({ items });
            setSecret(made);
          });
        }}
        onClose={close}
      >
        <DeskTextField
          {...copy.url}
          name="url"
          type="url"
          required
          autoComplete="off"
          maxLength={maxWebhookUrlLength}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-medium">{copy.eventsTitle}</legend>
          {webhookEvents.map((event) => (
            <CheckboxField key={event} name={event} label={copy.events[event]} hint={event} />
          ))}
        </fieldset>
      </FormDialog>
    );
  const json = { id: open.id };
  if (open.kind === 'change')
    return (
      <FormDialog
        {...copy.changeDialog}
        onSubmit={() =>
          send(async () => {
            const { secret: made, items } = await routes['change-secret'].$post({ json });
            onSaved({ items });
            setSecret(made);
          })
        }
        onClose={close}
      />
    );
  const { kind } = open;
  return (
    <FormDialog
      {...copy[`${kind}Dialog`]}
      variant={kind === 'remove' ? 'danger' : 'primary'}
      onSubmit={() => send(async () => onSaved(await routes[kind].$post({ json }), copy.done[kind]))}
      onClose={close}
    />
  );
}
