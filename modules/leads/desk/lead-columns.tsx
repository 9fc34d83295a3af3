import { Link } from 'react-router';
import { type TableColumn, tableColumn } from '#app/components/data-list/list-view.ts';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { formatAge } from '#app/desk/components/age.ts';
import { type Desk, leadPath } from '#app/desk/components/desk-context.ts';
import { rowLink } from '#app/desk/components/desk-list.tsx';
import { type PaperColumn, paperColumn } from '#app/desk/components/list-actions.tsx';
import { Assignee } from '#app/desk/components/ticket-cells.tsx';
import { describeSla } from '#app/desk/tickets/sla.tsx';
import { type Formats, minuteOf } from '#app/lib/formats.ts';
import type { LeadsCopy } from '../copy/desk.fr.ts';
import type { ListedLead } from '../contract/desk-leads.ts';
import { deadlineOf, LeadDeadline, LeadStatus } from './lead-cells.tsx';

export function leadColumns({ copy: desk, me }: Desk, copy: LeadsCopy, formats: Formats): TableColumn<ListedLead>[] {
  const { columns: labels } = copy;
  return [
    {
      label: labels.lead,
      widthPercent: 28,
      cardSlot: 'title',
      isName: true,
      hasSubtitle: true,
      cell: (lead) => (
        <span className="queue-subject">
          <Link
            to={leadPath(lead.id)}
            {...{ [rowLink]: lead.id }}
            dir="auto"
            className="row-link line-clamp-2 font-semibold leading-[1.2] wrap-anywhere whitespace-normal"
          >
            {lead.name}
          </Link>
          <span dir="auto" className="block truncate text-xs text-muted">
            {lead.excerpt || lead.email}
          </span>
        </span>
      ),
    },
    tableColumn(labels.company, 16, 'half', ({ company }) => <TruncatedText text={company} />),
    tableColumn(labels.form, 11, 'half', ({ form }) => copy.forms[form]),
    tableColumn(labels.status, 12, 'badge', ({ status }) => <LeadStatus status={status} copy={copy} />),
    tableColumn(labels.assignee, 11, 'half', ({ assigneeId, assigneeName }) => (
      <Assignee id={assigneeId} name={assigneeName} myId={me.userId} />
    )),
    tableColumn(labels.due, 15, 'half', (lead) => <LeadDeadline lead={lead} />),
    tableColumn(labels.received, 7, 'half', ({ receivedAt }) => (
      <time dateTime={receivedAt} title={formats.moment(receivedAt)} className="text-muted tabular-nums">
        {formatAge(receivedAt, desk, formats)}
      </time>
    )),
  ];
}

const minuteOrNothing = (moment: string | null) => (moment === null ? '' : minuteOf(moment));

/** On paper, and in a file. */
export function leadPaper({ copy: desk }: Desk, copy: LeadsCopy, formats: Formats): PaperColumn<ListedLead>[] {
  const { columns: labels, exported } = copy;
  return [
    paperColumn(exported.name, 14, ({ name }) => name),
    paperColumn(labels.company, 14, ({ company }) => company),
    paperColumn(exported.email, 18, ({ email }) => email),
    paperColumn(exported.phone, 10, ({ phone }) => phone),
    paperColumn(labels.form, 10, ({ form }) => copy.forms[form]),
    paperColumn(labels.status, 10, ({ status }) => copy.statuses[status]),
    paperColumn(labels.assignee, 9, ({ assigneeName }) => assigneeName ?? desk.queue.unassigned),
    paperColumn(labels.due, 8, (lead) => describeSla(deadlineOf(lead), desk, formats)?.text ?? '', {
      csv: ({ dueAt }) => minuteOrNothing(dueAt),
    }),
    paperColumn(exported.received, 7, ({ receivedAt }) => formats.momentDay(receivedAt), {
      csv: ({ receivedAt }) => minuteOf(receivedAt),
    }),
  ];
}

/** Only in files. */
export const leadExport = ({ exported, trays }: LeadsCopy) => [
  { label: exported.answered, csv: ({ answeredAt }: ListedLead) => minuteOrNothing(answeredAt) },
  { label: exported.lastContact, csv: ({ lastContactAt }: ListedLead) => minuteOf(lastContactAt) },
  { label: exported.page, csv: ({ page }: ListedLead) => page },
  { label: exported.tray, csv: ({ verdict }: ListedLead) => trays[verdict] },
  { label: exported.text, csv: ({ excerpt }: ListedLead) => excerpt },
];
