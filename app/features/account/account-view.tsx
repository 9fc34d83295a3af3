import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmationProvider, Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { TextField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { download } from '#app/lib/download.ts';
import { typedText } from '#app/lib/form-text.ts';
import { MembershipContext } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { CalendarCopy } from '#content/portal/en/record-pages.ts';
import { maxPersonNameLength, withoutHiddenMarks } from '#contract/limits.ts';
import { useAccountCopy } from './account-copy.ts';
import { CalendarSection } from './calendar-section.tsx';
import { LanguageSection, NotificationsSection } from './notifications-section.tsx';

const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.auth.profile.$get({}, { signal }),
});

type AccountViewProps = {
  calendarCopy: CalendarCopy;
  securityPath: string;
  ticketPath: (id: string) => string;
  onSignedOut: () => void;
};

/** What is about the user, and not about the customer's records. */
export function AccountView({ calendarCopy, securityPath, ticketPath, onSignedOut }: AccountViewProps) {
  const copy = useAccountCopy();
  const membership = useContext(MembershipContext);
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="text-2xl">{copy.title}</h2>
        <p className="mt-1 text-sm text-muted">{copy.description}</p>
      </div>
      <ConfirmationProvider description={copy.confirmation} onSignedOut={onSignedOut}>
        <NameSection />
        <LanguageSection />
        <NotificationsSection />
        <Section title={copy.security.title} description={copy.security.description}>
          <Link to={securityPath} className={buttonClass('secondary', 'sm', 'justify-self-start')}>
            {copy.security.open}
          </Link>
        </Section>
        {membership !== undefined && <CompanySection customerId={membership.customerId} ticketPath={ticketPath} />}
        {membership !== undefined && <CalendarSection copy={calendarCopy} />}
        <DataSection />
      </ConfirmationProvider>
    </div>
  );
}

type FormProps = {
  submit: string;
  busy: string;
  /** Below that of its queries. */
  queryKey: string[];
  onSubmit: (field: (name: string) => string) => Promise<void>;
  className?: string;
  children: ReactNode;
};

/** As wide as one of two columns. */
const columnClass = 'sm:max-w-[calc(50%-0.75rem)]';

function AccountForm({ submit, busy, queryKey, onSubmit, className = columnClass, children }: FormProps) {
  const { run, isBusy, errorMessage } = useAccountMutation(queryKey);
  return (
    <form
      method="post"
      className={classNames('grid gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        void run(() => onSubmit((name) => typedText(fields, name).trim()));
      }}
    >
      {children}
      <FormError message={errorMessage} />
      <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
        {isBusy ? busy : submit}
      </Button>
    </form>
  );
}

function NameSection() {
  const { profile: copy, load, saved } = useAccountCopy();
  const client = useQueryClient();
  const query = useQuery(profileQuery);
  const save = async (name: string) => {
    const profile = await api.auth.profile.$post({ json: { name } });
    client.setQueryData(profileQuery.queryKey, profile);
    toast({ source: 'profile', title: saved, description: copy.saved(profile.name ?? name) });
  };
  if (query.data === undefined) return <QueryState copy={load} query={query} isFramed />;
  return (
    <Section title={copy.title} description={copy.description(query.data.email)}>
      <AccountForm {...copy} queryKey={['profile']} onSubmit={(field) => save(field('name'))}>
        <TextField
          label={copy.label}
          name="name"
          autoComplete="name"
          required
          maxLength={maxPersonNameLength}
          defaultValue={query.data.name ?? ''}
        />
      </AccountForm>
    </Section>
  );
}

function DataSection() {
  const { data: copy } = useAccountCopy();
  const { run, isBusy, errorMessage } = useAccountMutation(['profile']);
  const save = () =>
    run(async () => {
      const data = await api.auth.profile.export.$post();
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      download(file, copy.fileName(new Date().toISOString().slice(0, 10)));
      toast({ source: 'my-data', ...copy.done });
    });
  return (
    <Section title={copy.title} description={copy.description}>
      <FormError message={errorMessage} />
      <Button
        variant="secondary"
        size="sm"
        disabled={isBusy}
        onClick={() => void save()}
        className="justify-self-start"
      >
        {isBusy ? copy.busy : copy.submit}
      </Button>
    </Section>
  );
}

const detailNames = ['name', 'contact', 'email', 'phone'] as const;
const fieldTypes = { name: 'text', contact: 'text', email: 'email', phone: 'tel' };

type CompanySectionProps = { customerId: string; ticketPath: (id: string) => string };

/** Staff change company details: a ticket tells them what is wrong. */
function CompanySection({ customerId, ticketPath }: CompanySectionProps) {
  const { company: copy } = useAccountCopy();
  const [error, setError] = useState<string>();
  const query = useQuery({
    queryKey: ['overview', 'details'],
    queryFn: ({ signal }) => api.portal.customers.current.$get({}, { signal }),
  });
  const { data } = query;
  if (data === undefined) return <QueryState copy={copy.load} query={query} isFramed />;
  const send = async (field: (name: string) => string) => {
    const changes = detailNames
      .map((name) => ({ label: copy.fields[name], before: data[name] ?? '', after: field(name) }))
      .filter(({ before, after }) => before !== after);
    setError(changes.length === 0 ? copy.unchanged : undefined);
    if (changes.length === 0) return;
    const { ticket } = copy;
    const lines = changes.map(({ label, before, after }) =>
      ticket.line(label, before || ticket.none, after || ticket.none),
    );
    const { id } = await api.portal.tickets.$post({
      json: {
        subject: ticket.subject,
        description: withoutHiddenMarks([ticket.intro, '', ...lines].join('\n')),
        priority: 'low',
      },
      header: { 'Customer-Id': customerId },
    });
    toast({ source: 'company', ...copy.sent, action: { label: copy.show, to: ticketPath(id) } });
  };
  return (
    <Section title={copy.title} description={copy.description}>
      <AccountForm {...copy} queryKey={['overview']} onSubmit={send} className="max-w-3xl">
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {detailNames.map((name) => (
            <TextField
              key={name}
              label={copy.fields[name]}
              name={name}
              type={fieldTypes[name]}
              autoComplete="off"
              maxLength={200}
              defaultValue={data[name] ?? ''}
            />
          ))}
        </div>
        <FormError message={error} />
      </AccountForm>
    </Section>
  );
}
