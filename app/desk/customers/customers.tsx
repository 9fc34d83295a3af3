import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { pageParameters, searchable, type TableColumn, tableColumn } from '#app/components/data-list/list-view.ts';
import { useRows } from '#app/components/data-list/use-rows.ts';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { api } from '#app/lib/api-client.ts';
import { dayOf, type Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { textOf } from '#app/lib/form-text.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { ListedCustomer, NewCustomer } from '#contract/desk-customers.ts';
import { DeskStatus, inWords, statusLabel } from '#app/desk/components/desk-status.tsx';
import { canDo, customerPath, type Desk, paths, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { DeskSelect, DeskTextField, emailField } from '#app/desk/components/desk-fields.tsx';
import { ListHeader, FilterSearch, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { DeskList, rowLink } from '#app/desk/components/desk-list.tsx';
import { ListActions, type PaperColumn, paperColumn } from '#app/desk/components/list-actions.tsx';

export function Customers() {
  const desk = useDesk();
  const { copy, me } = desk;
  const formats = useFormats();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { get, set } = useUrlFilters();
  const q = searchable(get('q') ?? '').trim() || undefined;
  const rows = useRows({
    queryKey: ['desk', 'customers', q],
    fetchPage: (request, signal) => api.desk.customers.$get({ query: { q, ...pageParameters(request) } }, { signal }),
  });
  const created = useRef<string>(undefined);
  // Two steps: Back from the new customer shows this list, without the dialog.
  const close = async () => {
    await navigate(listPath(q), { replace: true });
    if (created.current !== undefined) await navigate(customerPath(created.current));
  };
  useTitle(copy.customers.title);
  return (
    <section className="grid gap-4">
      <ListHeader title={copy.customers.title} count={{ copy: copy.customers.count, total: rows.total }}>
        <ListActions
          list="customers"
          title={copy.customers.title}
          count={copy.customers.count}
          filters={q === undefined ? [] : [copy.lists.printed.search(q)]}
          columns={paperColumnsOf(desk, formats)}
          rows={rows}
        />
        {canDo(me, 'records') && (
          <Link to={paths.import} className={buttonClass('secondary', 'sm')}>
            <Icon name="upload" className="size-4" />
            {copy.customers.importFile}
          </Link>
        )}
        {canDo(me, 'accounts') && (
          <Button size="sm" onClick={() => set({ create: '1' })}>
            <Icon name="plus" className="size-4" />
            {copy.customers.create}
          </Button>
        )}
      </ListHeader>
      <FilterSearch label={copy.customers.search} hint={copy.customers.hint} />
      <DeskList
        title={copy.customers.title}
        columns={columnsOf(desk, formats)}
        rows={rows}
        empty={copy.customers.empty}
        onClear={q === undefined ? undefined : () => set({ q: undefined })}
        onOpen={({ id }) => void navigate(customerPath(id))}
      />
      {get('create') !== undefined && canDo(me, 'accounts') && (
        <CustomerDialog
          {...copy.customers.createDialog}
          onSave={async (values) => {
            const { id, name } = await api.desk.customers.$post({ json: values });
            void client.invalidateQueries({ queryKey: ['desk', 'customers'] });
            toast({ title: copy.customers.created(name) });
            created.current = id;
          }}
          onClose={() => void close()}
        />
      )}
    </section>
  );
}

const listPath = (q: string | undefined) =>
  q === undefined ? paths.customers : `${paths.customers}?q=${encodeURIComponent(q)}`;

function columnsOf({ copy, currency }: Desk, formats: Formats): TableColumn<ListedCustomer>[] {
  const { columns: labels } = copy.customers;
  return [
    tableColumn(labels.name, 26, 'title', ({ id, name }) => (
      <Link to={customerPath(id)} {...{ [rowLink]: id }} dir="auto" className="row-link block truncate font-semibold">
        {name}
      </Link>
    )),
    tableColumn(labels.contact, 20, 'wide', ({ contact, email }) => (
      <TruncatedText text={contact ?? email ?? copy.states.none} />
    )),
    tableColumn(labels.risk, 10, 'badge', ({ risk }) => <DeskStatus of="risks" value={risk} />),
    {
      ...tableColumn<ListedCustomer>(labels.outstanding, 22, 'wide', (customer) => {
        const overdue = describeOverdue(customer, copy, formats, currency);
        return (
          <span className="flex items-baseline gap-x-2 tabular-nums lg:block">
            <TruncatedText text={formats.amount(customer.totalOutstanding, currency)} className="font-semibold" />
            {overdue && <TruncatedText text={overdue} className="text-xs text-danger" />}
          </span>
        );
      }),
      isMoney: true,
      hasSecondLine: true,
    },
    tableColumn(labels.tickets, 8, 'half', ({ openTickets }) =>
      openTickets === null ? copy.states.none : formats.number(openTickets),
    ),
    tableColumn(labels.created, 14, 'half', ({ createdAt }) => (
      <time dateTime={createdAt}>{formats.momentDay(createdAt)}</time>
    )),
  ];
}

/** Undefined if nothing is late. */
export const describeOverdue = (
  { totalOverdue }: Pick<ListedCustomer, 'totalOverdue'>,
  { customers }: DeskCopy,
  formats: Formats,
  currency: string,
) => (Number(totalOverdue) > 0 ? customers.overdue(formats.amount(totalOverdue, currency)) : undefined);

function paperColumnsOf({ copy, currency }: Desk, formats: Formats): PaperColumn<ListedCustomer>[] {
  const { columns: labels, fields } = copy.customers;
  return [
    paperColumn(labels.name, 22, ({ name }) => name),
    paperColumn(labels.contact, 14, ({ contact }) => contact ?? ''),
    paperColumn(fields.email.label, 19, ({ email }) => email ?? ''),
    paperColumn(fields.phone.label, 12, ({ phone }) => phone ?? ''),
    paperColumn(labels.risk, 8, ({ risk }) => statusLabel(copy, 'risks', risk)),
    paperColumn(labels.outstanding, 11, ({ totalOutstanding }) => formats.amount(totalOutstanding, currency), {
      csv: ({ totalOutstanding }) => totalOutstanding,
      isMoney: true,
    }),
    paperColumn(labels.tickets, 6, ({ openTickets }) => String(openTickets ?? ''), { isNumber: true }),
    paperColumn(labels.created, 8, ({ createdAt }) => formats.momentDay(createdAt), {
      csv: ({ createdAt }) => dayOf(new Date(createdAt)),
    }),
  ];
}

const optional = (form: FormData, name: string) => textOf(form, name) || null;

type CustomerDialogProps = {
  title: string;
  description: string;
  submit: string;
  /** What is known of it. */
  customer?: Partial<NewCustomer>;
  onSave: (values: NewCustomer) => Promise<void>;
  onClose: () => void;
};

export function CustomerDialog({ customer, onSave, ...dialog }: CustomerDialogProps) {
  const { copy } = useDesk();
  const { fields } = copy.customers;
  const risks = Object.entries(copy.statuses.risks).map(([value, label]) => ({ value, label }));
  const risk = customer?.risk ?? 'low';
  return (
    <FormDialog
      {...dialog}
      onSubmit={(form) =>
        onSave({
          name: textOf(form, 'name'),
          contact: optional(form, 'contact'),
          email: optional(form, 'email'),
          phone: optional(form, 'phone'),
          siren: optional(form, 'siren'),
          risk: textOf(form, 'risk'),
        })
      }
    >
      <DeskTextField {...fields.name} name="name" required maxLength={200} defaultValue={customer?.name} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DeskTextField {...fields.contact} name="contact" maxLength={200} defaultValue={customer?.contact ?? ''} />
        <DeskSelect
          {...fields.risk}
          name="risk"
          defaultValue={risk}
          options={
            risks.some(({ value }) => value === risk)
              ? risks
              : [...risks, { value: risk, label: `${inWords(risk)} (${risk})` }]
          }
        />
        <DeskTextField {...fields.email} {...emailField} defaultValue={customer?.email ?? ''} />
        <DeskTextField
          {...fields.phone}
          name="phone"
          type="tel"
          autoComplete="off"
          maxLength={50}
          defaultValue={customer?.phone ?? ''}
        />
        <DeskTextField
          {...fields.siren}
          name="siren"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          pattern="\s*(?:\d[\s.]*){9}"
          defaultValue={customer?.siren ?? ''}
        />
      </div>
    </FormDialog>
  );
}
