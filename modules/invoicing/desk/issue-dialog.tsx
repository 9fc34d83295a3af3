import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { invoicePath, useDesk } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { NewInvoiceCopy } from '../copy/new-invoice.fr.ts';
import { type InvoiceDraft, saveDraft, toRequest } from './invoice-draft.ts';
import { invoicingApi } from '../shared/invoicing-api.ts';

type IssueDialogProps = {
  copy: NewInvoiceCopy;
  draft: InvoiceDraft;
  name: string;
  gross: string | undefined;
  onClose: () => void;
};

/** Says what cannot be undone, and issues. */
export function IssueDialog({ copy, draft, name, gross, onClose }: IssueDialogProps) {
  const { currency } = useDesk();
  const client = useQueryClient();
  const navigate = useNavigate();
  const issued = useRef<string>(undefined);
  const kind = draft.creditsId === null ? 'invoice' : 'credit';
  const issue = async () => {
    const json = toRequest(draft, { currency, decimal: copy.decimal });
    if (json === undefined) throw new ApiError('invalid_request', '');
    const { id, number } = await invoicingApi.invoices.invoices.issue.$post({ json });
    saveDraft(sessionStorage, name, undefined);
    toast({ source: 'new-invoice', title: copy.issued[kind](number) });
    void client.invalidateQueries({ queryKey: ['desk'] });
    issued.current = id;
  };
  return (
    <FormDialog
      title={copy.confirm[kind]}
      description={copy.confirm.description}
      submit={copy.confirm.submit}
      cancel={copy.confirm.cancel}
      errorTexts={{ idempotency_key_reused: copy.reused, payload_too_large: copy.tooLong }}
      onSubmit={issue}
      onClose={() => {
        onClose();
        if (issued.current !== undefined) void navigate(invoicePath({ id: issued.current }), { replace: true });
      }}
    >
      <p className="font-semibold wrap-anywhere">{copy.confirm.summary(draft.customer?.name ?? '', gross ?? '')}</p>
    </FormDialog>
  );
}
