import { textOf } from '#app/lib/form-text.ts';
import type { BankCopy } from '../copy/desk.fr.ts';
import type { DeskBankAccounts } from '../contract/bank-accounts.ts';
import { isIban, normalizeIban } from '#contract/iban.ts';
import { FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskTextArea, DeskTextField, reasonField } from '#app/desk/components/desk-fields.tsx';
import { ConfirmDialog, useConfirmedChange } from '#app/desk/people/people-dialogs.tsx';
import { bankApi } from '../shared/bank-api.ts';

export type OpenDialog =
  | { kind: 'propose' }
  | { kind: 'approve' | 'reject' | 'withdraw' | 'dismiss' | 'confirmIban' | 'rejectIban'; id: string };

type BankDialogsProps = {
  open: OpenDialog;
  copy: BankCopy;
  onSaved: (changed: DeskBankAccounts, title: string) => void;
  onOpen: (dialog: OpenDialog | undefined) => void;
};

const ibanField = {
  name: 'iban',
  required: true,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  maxLength: 80,
} as const;

/** Every change asks who the staff member is, unless they have just confirmed it. */
export function BankDialogs({ open, copy, onSaved, onOpen }: BankDialogsProps) {
  const routes = bankApi.desk['bank-accounts'];
  const change = useConfirmedChange(() => onOpen(undefined));
  const { confirming, close } = change;
  const send = (request: () => Promise<DeskBankAccounts>, title: string) =>
    change.send(async () => onSaved(await request(), title));
  const readIban = (form: FormData) => {
    const iban = normalizeIban(textOf(form, 'iban'));
    if (!isIban(iban)) throw new InvalidInputError(copy.invalidIban);
    return iban;
  };
  if (confirming !== undefined) return <ConfirmDialog onConfirmed={confirming} onClose={close} />;
  if (open.kind === 'propose')
    return (
      <FormDialog
        {...copy.proposeDialog}
        onSubmit={async (form) => {
          const iban = readIban(form);
          const bic = textOf(form, 'bic').replaceAll(/\s/g, '').toUpperCase();
          if (!/^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/.test(bic)) throw new InvalidInputError(copy.invalidBic);
          const json = { iban, bic, holder: textOf(form, 'holder') };
          await send(() => routes.propose.$post({ json }), copy.done.propose);
        }}
        onClose={close}
      >
        <DeskTextField label={copy.iban} {...ibanField} />
        <DeskTextField label={copy.bic} hint={copy.bicHint} name="bic" required autoComplete="off" maxLength={20} />
        <DeskTextField label={copy.holder} name="holder" required autoComplete="off" maxLength={70} />
      </FormDialog>
    );
  const { id, kind } = open;
  if (kind === 'approve')
    return (
      <FormDialog
        {...copy.approveDialog}
        onSubmit={async (form) => {
          const json = { id, iban: readIban(form) };
          await send(() => routes.approve.$post({ json }), copy.done.approve);
        }}
        onClose={close}
      >
        <DeskTextField label={copy.iban} {...ibanField} />
      </FormDialog>
    );
  if (kind === 'confirmIban' || kind === 'rejectIban') {
    const isConfirmed = kind === 'confirmIban';
    return (
      <FormDialog
        {...copy[`${kind}Dialog`]}
        variant={isConfirmed ? 'primary' : 'danger'}
        onSubmit={() => send(() => routes['decide-invoice'].$post({ json: { id, isConfirmed } }), copy.done[kind])}
        onClose={close}
      />
    );
  }
  const isAlarm = kind === 'dismiss';
  return (
    <FormDialog
      {...copy[`${kind}Dialog`]}
      variant={isAlarm ? 'primary' : 'danger'}
      onSubmit={async (form) => {
        const json = { id, reason: textOf(form, 'reason') };
        if (isAlarm) await send(() => routes['dismiss-alarm'].$post({ json }), copy.done.dismiss);
        else await send(() => routes.end.$post({ json }), copy.done.end);
      }}
      onClose={close}
    >
      <DeskTextArea {...copy.reason} {...reasonField} rows={3} />
    </FormDialog>
  );
}
