import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { IssueInvoiceInput, LastBuyer } from '../contract/invoice-issue.ts';
import {
  type DecimalSign,
  type DraftField,
  emptyLine,
  type InvoiceDraft,
  maxLines,
  moveLine,
  saveDraft,
  toRequest,
} from './invoice-draft.ts';
import { type LineAction, lineFieldId } from './invoice-lines.tsx';
import { invoicingApi } from '../shared/invoicing-api.ts';

export type DraftAction =
  | LineAction
  | { type: 'field'; field: DraftField; value: string }
  | { type: 'customer'; customer: { id: string; name: string } }
  | { type: 'buyer'; buyer: LastBuyer };

const noBuyer = { buyerKind: 'professional', street: '', postCode: '', city: '', country: 'FR', vatId: '' } as const;

export function changeDraft(draft: InvoiceDraft, action: DraftAction): InvoiceDraft {
  const { lines } = draft;
  switch (action.type) {
    case 'field':
      return { ...draft, [action.field]: action.value };
    case 'customer':
      // Another company has another address.
      return action.customer.id === draft.customer?.id ? draft : { ...draft, customer: action.customer, ...noBuyer };
    case 'buyer':
      return withBuyer(draft, action.buyer);
    case 'line':
      return {
        ...draft,
        lines: lines.map((line) => (line.key === action.key ? { ...line, [action.field]: action.value } : line)),
      };
    case 'insert': {
      if (lines.length >= maxLines) return draft;
      const at = lines.findIndex(({ key }) => key === action.after);
      const before = at === -1 ? lines.length - 1 : at;
      return { ...draft, lines: lines.toSpliced(before + 1, 0, emptyLine(lines[before])) };
    }
    case 'remove': {
      const left = lines.filter(({ key }) => key !== action.key);
      return { ...draft, lines: left.length === 0 ? [emptyLine()] : left };
    }
    case 'move':
      return { ...draft, lines: moveLine(lines, action.key, action.by) };
  }
}

/** What was typed stays. */
function withBuyer(draft: InvoiceDraft, { address, vatId, isConsumer }: LastBuyer): InvoiceDraft {
  const isTyped = [draft.street, draft.postCode, draft.city].some((text) => text.trim() !== '');
  if (isTyped || address === null) return draft;
  const country = address.country ?? 'FR';
  return {
    ...draft,
    buyerKind: isConsumer ? 'consumer' : draft.buyerKind,
    street: address.lines.join('\n'),
    postCode: address.postCode ?? '',
    city: address.city ?? '',
    country,
    vatId: country === 'FR' ? '' : (vatId ?? ''),
  };
}

/** The draft, which survives a reload, with the focus where a change of the lines leaves it. */
export function useInvoiceDraft(initial: InvoiceDraft, name: string) {
  const [draft, dispatch] = useReducer(changeDraft, initial);
  const focus = useRef<(() => HTMLElement | null) | undefined>(undefined);
  useEffect(() => {
    if (draft !== initial) saveDraft(sessionStorage, name, draft);
  }, [draft, initial, name]);
  // After each change: the element may exist only now.
  useEffect(() => {
    focus.current?.()?.focus();
    focus.current = undefined;
  });
  const change = (action: DraftAction) => {
    const at = 'key' in action ? draft.lines.findIndex(({ key }) => key === action.key) : -1;
    if (action.type === 'insert')
      focus.current = () => {
        // The new line is the one after.
        const after = document.getElementById(lineFieldId(action.after ?? draft.lines.at(-1)?.key ?? '', 'name'));
        return after?.closest('.invoice-line')?.nextElementSibling?.querySelector('input') ?? null;
      };
    if (action.type === 'remove') {
      const next = draft.lines[at + 1] ?? draft.lines[at - 1];
      focus.current = () => (next === undefined ? null : document.getElementById(lineFieldId(next.key, 'name')));
    }
    if (action.type === 'move') {
      // Browsers take the focus from an element that moves.
      const { activeElement } = document;
      focus.current = () => (activeElement instanceof HTMLElement ? activeElement : null);
    }
    dispatch(action);
  };
  return [draft, change] as const;
}

const debounceMs = 250;

/** What the server would write, as soon as the numbers allow it. */
export function usePreview(draft: InvoiceDraft, currency: string, decimal: DecimalSign) {
  const request = JSON.stringify(toRequest(draft, { currency, decimal, placeholder: '–' }) ?? null);
  const [asked, setAsked] = useState(request);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(request), debounceMs);
    return () => clearTimeout(timer);
  }, [request]);
  const query = useQuery({
    queryKey: ['desk', 'invoice-preview', asked],
    queryFn: ({ signal }) =>
      invoicingApi.invoices.invoices.preview.$post({ json: JSON.parse(asked) as IssueInvoiceInput }, { signal }),
    enabled: asked !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });
  const isWaiting = request === 'null';
  return {
    preview: isWaiting || query.error !== null ? undefined : query.data,
    error: isWaiting ? null : query.error,
    isCurrent: asked === request && !query.isFetching && query.error === null && !isWaiting,
  };
}
