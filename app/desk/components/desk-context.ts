import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { api, callApi, describeError } from '#app/lib/api-client.ts';
import { requiredContext } from '#app/lib/required-context.ts';
import { useStoredFlag } from '#app/lib/stored-flag.ts';
import { toast } from '#app/lib/toast.ts';
import type { ImportCopy } from '#content/desk/fr/import.ts';
import type { StaffConversationCopy } from '#content/desk/fr/staff-conversation.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { HeldMail } from '#contract/desk-mails.ts';
import type { DeskMe } from '#contract/desk-session.ts';
import { maxCounted, type StaffPermission } from '#contract/staff.ts';

export type NewTicketProps = {
  /** A ticket for this customer, */
  customerId?: string;
  /** from this mail, */
  mail?: HeldMail;
  /** or from another text. */
  draft?: { subject: string; description: string };
  /** Before the page of the ticket is opened. */
  onOpened?: (ticketId: string) => Promise<void>;
  onClose: () => void;
};

export interface Desk {
  copy: DeskCopy;
  me: DeskMe;
  /** The currency of every amount. */
  currency: string;
  /** Says something to screen readers. */
  announce: (message: string) => void;
  /** The dialog that opens a ticket, loaded when it is first shown. */
  NewTicket: ComponentType<NewTicketProps>;
  /** The dialog that explains the shortcuts, loaded in the same way. */
  KeyboardHelp: ComponentType<{ onClose: () => void }>;
  /** An error of a mutation: queries report theirs by themselves. */
  reportError: (error: unknown) => void;
}

export const [DeskContext, useDesk] = requiredContext<Desk>('DeskContext');

/** Loaded with the screens that import, which most staff open rarely. */
export const [ImportCopyContext, useImportCopy] = requiredContext<ImportCopy>('ImportCopyContext');

export type RemindersProps = {
  customerId: string;
  /** Without it, the settings of the customer. */
  invoiceId?: string;
  level?: 'h2' | 'h3';
};

/** Parts of screens that modules provide. */
export interface DeskSlots {
  /** The reminders of a customer or of an invoice. */
  Reminders: ComponentType<RemindersProps>;
}
export const [DeskSlotsContext, useDeskSlots] = requiredContext<DeskSlots>('DeskSlotsContext');

/** Loaded with the conversation of a ticket. */
export const [StaffCopyContext, useStaffCopy] = requiredContext<StaffConversationCopy>('StaffCopyContext');

export const canDo = ({ permissions }: DeskMe, ...wanted: readonly StaffPermission[]) =>
  wanted.some((one) => permissions.includes(one));

/** The text of a code that only the API knows; undefined if the copy has none. */
export const labelOf = <Label>(labels: Readonly<Record<string, Label>>, code: string): Label | undefined =>
  Object.hasOwn(labels, code) ? labels[code] : undefined;

export const messageOf = (error: unknown, { errors }: DeskCopy): string =>
  describeError(error, { byCode: errors, unknown: errors.unknown });

/** Runs a change. A toast tells why it failed. */
export function useAttempt(source: string) {
  const { copy, reportError } = useDesk();
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      reportError(error);
      toast({ source, title: messageOf(error, copy), variant: 'destructive' });
    }
    setIsBusy(false);
  };
  return { isBusy, attempt };
}

export const meQuery = queryOptions({
  queryKey: ['desk', 'me'],
  queryFn: ({ signal }) => api.desk.me.$get({}, { signal }),
});

export const staffQuery = queryOptions({
  queryKey: ['desk', 'staff'],
  queryFn: ({ signal }) => api.desk.staff.$get({}, { signal }),
  staleTime: 5 * 60_000,
});

/** What the menu, the title and the views of the queue count. Live updates read it again. */
export const countsQuery = queryOptions({
  queryKey: ['desk', 'counts'],
  queryFn: ({ signal }) => api.desk.tickets.counts.$get({}, { signal }),
  refetchInterval: 60_000,
});
export function useCounts() {
  const { me } = useDesk();
  return useQuery({ ...countsQuery, enabled: canDo(me, 'support') }).data;
}
/** Counts of leads, whose routes are those of a module; undefined where leads are not delivered. */
export function useLeadCounts<Counts extends { active: number }>(): Counts | undefined {
  const { me } = useDesk();
  return useQuery({
    queryKey: ['desk', 'lead-counts'],
    queryFn: async ({ signal }) => (await callApi('get', '/desk/leads/counts', {}, { signal })) as Counts,
    refetchInterval: 60_000,
    enabled: me.hasLeads && canDo(me, 'support'),
  }).data;
}
/** « 99+ » where counting has stopped. */
export const formatCount = (count: number, { queue }: DeskCopy) => (count >= maxCounted ? queue.many : String(count));

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['desk', 'mail', id],
    queryFn: ({ signal }) => api.desk.mails.detail.$get({ query: { id } }, { signal }),
  });

export const paths = {
  queue: '/desk',
  mails: '/desk/mails',
  leads: '/desk/leads',
  appointments: '/desk/appointments',
  newsletter: '/desk/newsletter',
  customers: '/desk/customers',
  import: '/desk/import',
  dashboard: '/desk/dashboard',
  audit: '/desk/audit',
  health: '/desk/health',
  bank: '/desk/bank-accounts',
  integrations: '/desk/integrations',
  preferences: '/desk/preferences',
  newInvoice: '/desk/invoices/new',
} as const;
export const ticketPath = (id: string) => `/desk/tickets/${id}`;
export const leadPath = (id: string) => `${paths.leads}/${id}`;
export const invoicePath = ({ id }: { id: string }) => `/desk/invoices/${id}`;
export const recordPath = (list: 'invoices' | 'contracts' | 'licenses', id: string) => `/desk/${list}/${id}`;
export const statementPath = (customerId: string) => `/desk/statements/${customerId}`;
export const customerPath = (id: string, tab?: string) =>
  `${paths.customers}/${id}${tab === undefined ? '' : `?tab=${tab}`}`;

export function useTitle(title: string | undefined): void {
  const { copy } = useDesk();
  const { unread = 0 } = useCounts() ?? {};
  const count = unread === 0 ? '' : `(${formatCount(unread, copy)}) `;
  useEffect(() => {
    if (title !== undefined) document.title = `${count}${title} – ${copy.name}`;
  }, [count, title, copy.name]);
}

// Single keys can be turned off (WCAG 2.1.4): speech input types them by accident.
export function useSingleKeys(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOff, setOff] = useStoredFlag('desk-keys-off');
  return [!isOff, (isOn) => setOff(!isOn)];
}

/** Whether this browser shows notifications while the desk is open. */
export const useBrowserAlerts = () => useStoredFlag('desk-alerts');

const sequenceMs = 1500;
let prefix = { key: '', at: 0 };

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;

/**
 * Keys such as `j` or `g f`. Inactive while the user types, while a dialog is open, and with a modifier: those belong to
 * the browser.
 */
export function useKeys(keys: Record<string, () => void>): void {
  const [isOn] = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const isSequence = prefix.key !== '' && event.timeStamp - prefix.at < sequenceMs && prefix.key !== event.key;
    const action = keys[isSequence ? `${prefix.key} ${event.key}` : event.key];
    if (event.key === 'g') prefix = { key: 'g', at: event.timeStamp };
    if (action === undefined) return;
    prefix = { key: '', at: 0 };
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [isOn]);
}
