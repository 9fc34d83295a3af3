import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Fact } from '#app/components/ui/fact.tsx';
import {
  customerPath,
  labelOf,
  paths,
  ticketPath,
  useDesk,
  useKeys,
  useTitle,
} from '#app/desk/components/desk-context.ts';
import { Loading, LoadState } from '#app/desk/components/desk-list.tsx';
import { BackLink, Contact, Missing } from '#app/desk/components/desk-parts.tsx';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { Assignee } from '#app/desk/components/ticket-cells.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskLead } from '../contract/desk-leads.ts';
import { LeadDeadline, LeadStatus } from './lead-cells.tsx';
import { useLeadChange } from './lead-change.tsx';
import { ConvertLead } from './convert-lead.tsx';
import { LeadMessages } from './lead-messages.tsx';
import { leadQuery, showLead, useLeadsCopy } from './lead-query.ts';
import { LeadSlot } from './lead-slot.tsx';
import { leadsApi } from '../shared/leads-api.ts';

type LeadPageProps = {
  id: string;
  /** Loaded after the page. */
  composer: ComponentType<{ lead: DeskLead }>;
};

export function LeadPage({ id, composer: Composer }: LeadPageProps) {
  const copy = useLeadsCopy();
  const navigate = useNavigate();
  const query = useQuery(leadQuery(id));
  const { data } = query;
  const change = useLeadChange();
  useMarkedRead(data);
  useTitle(data && copy.open(data.name));
  useKeys({
    i: () => change.assignToMe(data),
    a: () => change.chooseAssignee(data),
    s: () => change.chooseStatus(data),
    v: () => change.markClean(data),
    '!': () => change.markSpam(data),
    u: () => void navigate(paths.leads),
  });
  if (isApiError(query.error, 'not_found') || isApiError(query.error, 'invalid_request'))
    return <Missing text={copy.missing} to={paths.leads} back={copy.back} />;
  return (
    <div className="grid gap-4">
      <BackLink to={paths.leads}>{copy.back}</BackLink>
      {data === undefined ? (
        <LoadState query={query} isFramed />
      ) : (
        <>
          <LeadHeader lead={data} change={change} />
          <div className="desk-columns">
            <div className="grid min-w-0 content-start gap-5">
              <Request lead={data} />
              {(data.takesSlots || data.slot !== null) && <LeadSlot lead={data} />}
              <LeadMessages lead={data} />
              {data.verdict !== 'spam' && (
                <Suspense fallback={<Loading />}>
                  <Composer lead={data} />
                </Suspense>
              )}
            </div>
            <LeadCard lead={data} />
          </div>
        </>
      )}
      {change.dialogs}
    </div>
  );
}

/** A new lead is read once somebody looks at it. A failure changes nothing that is shown. */
function useMarkedRead(lead: DeskLead | undefined): void {
  const client = useQueryClient();
  const mark = useEffectEvent(async (id: string) => {
    try {
      showLead(client, await leadsApi.desk.leads['mark-read'].$post({ json: { id } }));
    } catch {
      // The next visit marks it.
    }
  });
  const unread = lead?.status === 'new' ? lead.id : undefined;
  useEffect(() => {
    if (unread !== undefined) void mark(unread);
  }, [unread]);
}

function LeadHeader({ lead, change }: { lead: DeskLead; change: ReturnType<typeof useLeadChange> }) {
  const { me } = useDesk();
  const copy = useLeadsCopy();
  const { actions } = copy;
  const isSpam = lead.verdict === 'spam';
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 dir="auto" className="min-w-0 text-2xl wrap-anywhere">
          {lead.name}
        </h1>
        <LeadStatus status={lead.status} copy={copy} />
        {lead.verdict === 'doubtful' && <span className="tag">{copy.views.doubtful}</span>}
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <bdi className="wrap-anywhere">{lead.company}</bdi>
        <span>{copy.forms[lead.form]}</span>
        {lead.dueAt !== null && <LeadDeadline lead={lead} isLong />}
      </p>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {lead.assigneeId !== me.userId && (
          <Button variant="secondary" size="sm" onClick={() => change.assignToMe(lead)}>
            {actions.assignToMe} <kbd aria-hidden="true">i</kbd>
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={() => change.chooseAssignee(lead)}>
          {actions.assign} <kbd aria-hidden="true">a</kbd>
        </Button>
        {!isSpam && (
          <Button variant="secondary" size="sm" onClick={() => change.chooseStatus(lead)}>
            {actions.status} <kbd aria-hidden="true">s</kbd>
          </Button>
        )}
        {lead.verdict !== 'clean' && (
          <Button variant="secondary" size="sm" onClick={() => change.markClean(lead)}>
            {actions.notSpam} <kbd aria-hidden="true">v</kbd>
          </Button>
        )}
        {!isSpam && (
          <Button variant="secondary" size="sm" onClick={() => change.markSpam(lead)}>
            {actions.spam} <kbd aria-hidden="true">!</kbd>
          </Button>
        )}
        {!isSpam && <ConvertLead lead={lead} />}
      </div>
    </header>
  );
}

/** Plain text: a stranger wrote it, and no link of it is followed. */
function Request({ lead }: { lead: DeskLead }) {
  const copy = useLeadsCopy();
  const formats = useFormats();
  return (
    <section aria-label={copy.request} className="grid gap-4 border border-line bg-surface p-5">
      <h2 className="font-sans text-base font-semibold tracking-normal">{copy.request}</h2>
      <dl className="grid gap-4 text-sm sm:grid-cols-2">
        {lead.values
          .filter(({ name }) => !['name', 'company', 'email', 'phone', 'agreeTerms'].includes(name))
          .map(({ name, value }) => {
            const isLong = value.length > 60 || value.includes('\n');
            return (
              <div key={name} className={classNames('grid min-w-0 content-start gap-1', isLong && 'sm:col-span-2')}>
                <dt className="text-xs text-muted">{labelOf(copy.fields, name) ?? name}</dt>
                <dd dir="auto" className={isLong ? 'mail-text' : 'wrap-anywhere'}>
                  {name === 'preferredDate'
                    ? formats.day(value)
                    : (labelOf(labelOf(copy.values, name) ?? {}, value) ?? value)}
                </dd>
              </div>
            );
          })}
      </dl>
    </section>
  );
}

function LeadCard({ lead }: { lead: DeskLead }) {
  const { me } = useDesk();
  const copy = useLeadsCopy();
  const formats = useFormats();
  const { card } = copy;
  return (
    <aside aria-label={card.title} className="grid min-w-0 content-start gap-4">
      <section className="grid gap-4 border border-line bg-surface p-5 text-sm">
        <Contact contact={lead.name} email={lead.email} phone={lead.phone === '' ? null : lead.phone} />
        <dl className="grid gap-3">
          {lead.dueAt === null && <Fact label={card.due}>{card.noDue}</Fact>}
          <Fact label={card.assignee}>
            <Assignee id={lead.assigneeId} name={lead.assigneeName} myId={me.userId} />
          </Fact>
          <Fact label={card.received}>{formats.moment(lead.receivedAt)}</Fact>
          <Fact label={card.page}>{lead.page}</Fact>
          {lead.answeredAt !== null && <Fact label={card.answered}>{formats.moment(lead.answeredAt)}</Fact>}
          <Fact label={card.lastContact}>{formats.moment(lead.lastContactAt)}</Fact>
          {lead.consentAt !== null && <Fact label={card.consent}>{formats.moment(lead.consentAt)}</Fact>}
          {lead.appointment !== null && (
            <Fact label={card.appointment}>
              <LeadAppointment appointment={lead.appointment} />
            </Fact>
          )}
          {lead.customer !== null && (
            <Fact label={card.customer}>
              <Link
                to={customerPath(lead.customer.id)}
                className="font-semibold text-azure underline underline-offset-4"
              >
                <bdi>{lead.customer.name}</bdi>
              </Link>
            </Fact>
          )}
          {lead.ticket !== null && (
            <Fact label={card.ticket}>
              <Link to={ticketPath(lead.ticket.id)} className="font-semibold text-azure underline underline-offset-4">
                {lead.ticket.ticketNumber}
              </Link>
            </Fact>
          )}
          {lead.reasons.length > 0 && (
            <Fact label={card.reasons}>
              {formats.list(lead.reasons.map((reason) => labelOf(copy.reasons, reason) ?? reason))}
            </Fact>
          )}
        </dl>
      </section>
    </aside>
  );
}

/** What the visitor booked, where it can be moved, cancelled and finished. */
function LeadAppointment({ appointment: { startsAt, status } }: { appointment: NonNullable<DeskLead['appointment']> }) {
  const formats = useFormats();
  const [isPast] = useState(() => Date.parse(startsAt) <= Date.now());
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        to={isPast ? `${paths.appointments}?view=past` : paths.appointments}
        className="font-semibold text-azure underline underline-offset-4"
      >
        {formats.officeMoment(startsAt)}
      </Link>
      <DeskStatus of="appointments" value={status} />
    </span>
  );
}
