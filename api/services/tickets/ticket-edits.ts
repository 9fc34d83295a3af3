/** What staff see of a ticket and may edit. */
interface Editable {
  priority: string;
  subject: string;
  tags: readonly string[];
}

export interface Edit {
  priority?: string | undefined;
  subject?: string | undefined;
  /** All tags that the ticket has afterwards. */
  tags?: string[] | undefined;
}

const isEdited = (before: string, after: string | undefined): after is string =>
  after !== undefined && after !== before;

/** The events of the timeline for what changes. Customers do not see tags. */
export function editsOf(ticket: Editable, { priority, subject, tags = [...ticket.tags] }: Edit) {
  const added = tags.filter((tag) => !ticket.tags.includes(tag));
  const removed = ticket.tags.filter((tag) => !tags.includes(tag));
  return [
    ...(isEdited(ticket.priority, priority)
      ? [{ kind: 'priority_changed' as const, payload: { from: ticket.priority, to: priority } }]
      : []),
    ...(isEdited(ticket.subject, subject)
      ? [{ kind: 'subject_changed' as const, payload: { from: ticket.subject, to: subject } }]
      : []),
    ...(added.length + removed.length > 0
      ? [{ kind: 'tags_changed' as const, payload: { added, removed }, isInternal: true as const }]
      : []),
  ];
}

/** The same, for the audit log. */
export const auditEdits = (ticket: Editable, edit: Edit) =>
  editsOf(ticket, edit).map(({ kind, payload }) => ({
    event: `ticket.${kind}` as const,
    // A subject may name people, and the audit log remains when they are erased.
    details:
      kind === 'subject_changed'
        ? {}
        : Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, [value].flat().join(', ')])),
  }));
