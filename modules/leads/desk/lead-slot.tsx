import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { badges } from '#app/components/data-list/list-view.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { DeskTextArea, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { currentState } from '#app/lib/current-state.ts';
import { typedText } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskLead } from '../contract/desk-leads.ts';
import { type SlotDecision, slotDecisions } from '#contract/leads.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { showLead, useLeadsCopy } from './lead-query.ts';
import { leadsApi } from '../shared/leads-api.ts';

const variants = { requested: 'default', proposed: 'secondary', confirmed: 'success', declined: 'outline' } as const;

/** What can be decided next, as the server accepts it. */
function decisionsOf({ slot }: DeskLead, now = Date.now()): SlotDecision[] {
  if (slot === null || slot.state === 'declined') return ['proposed'];
  const isPast = Date.parse(slot.startsAt) <= now;
  return slotDecisions.filter((one) => one !== 'confirmed' || (slot.state !== 'confirmed' && !isPast));
}

/** The time of a consultation: what was asked for, and what was agreed. */
export function LeadSlot({ lead }: { lead: DeskLead }) {
  const { slot: copy } = useLeadsCopy();
  const formats = useFormats();
  const [decision, setDecision] = useState<SlotDecision>();
  const { slot } = lead;
  return (
    <section aria-label={copy.title} className="grid gap-3 border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-sans text-base font-semibold tracking-normal">{copy.title}</h2>
        {slot !== null && <StatusBadge value={slot.state} known={badges(copy.states, variants)} />}
      </div>
      <p className="text-sm">
        {slot === null
          ? copy.none
          : copy.time(
              formats.officeMoment(slot.startsAt),
              formats.duration((Date.parse(slot.endsAt) - Date.parse(slot.startsAt)) / 60_000),
            )}
      </p>
      {lead.verdict !== 'spam' && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {decisionsOf(lead).map((one, at) => (
            <Button key={one} variant={at === 0 ? 'primary' : 'secondary'} size="sm" onClick={() => setDecision(one)}>
              {slot === null ? copy.propose : copy.actions[one]}
            </Button>
          ))}
        </div>
      )}
      {decision !== undefined && <SlotDialog lead={lead} decision={decision} onClose={() => setDecision(undefined)} />}
    </section>
  );
}

type SlotDialogProps = { lead: DeskLead; decision: SlotDecision; onClose: () => void };

function SlotDialog({ lead: { id, email, version, slot }, decision, onClose }: SlotDialogProps) {
  const { slot: copy, changedMeanwhile } = useLeadsCopy();
  const formats = useFormats();
  const client = useQueryClient();
  // After a conflict, the version of what is shown below the dialog.
  const seen = useRef(version);
  const [key] = useState(() => crypto.randomUUID());
  const answer = async (form: FormData) => {
    const body = typedText(form, 'body').trim();
    const json = {
      id,
      version: seen.current,
      decision,
      ...(decision === 'proposed' && { startsAt: typedText(form, 'moment').slice(0, 16) }),
      ...(body !== '' && { body }),
    };
    const changed = await leadsApi.desk.leads['answer-slot']
      .$post({ json, header: { 'Idempotency-Key': key } })
      .catch((error: unknown) => {
        const current = currentState(error, 'changed_meanwhile', leadsApi.desk.leads['answer-slot'].$post);
        if (current !== undefined) {
          seen.current = current.version;
          showLead(client, current);
        }
        throw error;
      });
    showLead(client, changed);
    toast({ source: 'lead', title: copy.done[decision] });
  };
  const at = slot === null ? '' : formats.officeMoment(slot.startsAt);
  return (
    <FormDialog
      title={slot === null ? copy.propose : copy.actions[decision]}
      description={copy.descriptions[decision](email, at)}
      submit={copy.submit}
      {...(decision === 'declined' && { variant: 'danger' as const })}
      errorTexts={{ changed_meanwhile: changedMeanwhile, invalid_request: copy.invalid }}
      onSubmit={answer}
      onClose={onClose}
    >
      {decision === 'proposed' && <DeskTextField name="moment" type="datetime-local" required {...copy.moment} />}
      <DeskTextArea
        name="body"
        rows={4}
        dir="auto"
        maxLength={maxMessageLength}
        label={copy.text[decision]}
        required={decision === 'declined'}
      />
    </FormDialog>
  );
}
