import { Icon } from '#app/components/ui/icon.tsx';
import { labelOf, useDesk, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { CannedReply, DeskConversation, DeskReply } from '#contract/desk-conversation.ts';
import { fillTemplate } from '#contract/reply-templates.ts';

/** What a canned reply does besides its text. */
export type Macro = Pick<CannedReply, 'next' | 'priority' | 'tags' | 'assignToMe'>;
export const noMacro: Macro = { next: null, priority: null, tags: [], assignToMe: false };

/** With what was chosen to be done by another canned reply before. */
export const addMacro = (macro: Macro, { next, priority, tags, assignToMe }: Macro): Macro => ({
  next: next ?? macro.next,
  priority: priority ?? macro.priority,
  tags: [...new Set([...macro.tags, ...tags])],
  assignToMe: assignToMe || macro.assignToMe,
});

/** A button that says what becomes of the ticket decides; "reply" leaves that to the canned reply. */
export const toRequest = ({ next, priority, tags, assignToMe }: Macro, chosen: DeskReply['next']) => ({
  next: chosen === 'reply' ? (next ?? chosen) : chosen,
  ...(priority !== null && { priority: priority as NonNullable<DeskReply['priority']> }),
  ...(tags.length > 0 && { addTags: tags }),
  ...(assignToMe && { assignToMe }),
});

/** The text of a canned reply for this ticket. */
export function useFilledText({ customer, requester, author, ticketNumber, subject, dueAt }: DeskConversation) {
  const { me } = useDesk();
  const formats = useFormats();
  return (text: string) =>
    fillTemplate(text, {
      client: customer.name,
      demandeur: requester?.name ?? author?.name,
      ticket: ticketNumber,
      sujet: subject,
      échéance: dueAt === null ? undefined : formats.moment(dueAt),
      agent: me.name,
    });
}

/** What sending the reply will do, each of which can be left out. */
export function MacroChips({ macro, onChange }: { macro: Macro; onChange: (macro: Macro) => void }) {
  const { copy: deskCopy } = useDesk();
  const { macro: copy } = useStaffCopy();
  const { next, priority, tags, assignToMe } = macro;
  const steps = [
    ...(next === null ? [] : [{ label: copy.next[next], without: { ...macro, next: null } }]),
    ...(priority === null
      ? []
      : [
          {
            label: copy.priority(labelOf(deskCopy.statuses.priorities, priority) ?? priority),
            without: { ...macro, priority: null },
          },
        ]),
    ...tags.map((tag) => ({
      label: copy.tag(tag),
      without: { ...macro, tags: tags.filter((one) => one !== tag) },
    })),
    ...(assignToMe ? [{ label: copy.assignToMe, without: { ...macro, assignToMe: false } }] : []),
  ];
  if (steps.length === 0) return null;
  return (
    <div role="group" aria-label={copy.label} className="flex flex-wrap items-center gap-1.5 text-sm">
      <span aria-hidden="true" className="text-muted">
        {copy.label}
      </span>
      {steps.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          onClick={() => onChange(without)}
          aria-label={copy.remove(label)}
          className="chip flex items-center gap-1.5"
        >
          {label}
          <Icon name="x" className="size-3.5" />
        </button>
      ))}
    </div>
  );
}
