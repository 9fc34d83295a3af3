import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { AssigneeChooser } from '#app/desk/components/assignee-chooser.tsx';
import { useAttempt, useDesk } from '#app/desk/components/desk-context.ts';
import { Choices } from '#app/desk/components/palette.tsx';
import { currentState } from '#app/lib/current-state.ts';
import { toast } from '#app/lib/toast.ts';
import type { ChangeLead, DeskLead, ListedLead } from '../contract/desk-leads.ts';
import { showLead, useLeadsCopy } from './lead-query.ts';
import { leadsApi } from '../shared/leads-api.ts';

export type ChangedLead = Pick<ListedLead, 'id' | 'name' | 'status' | 'verdict' | 'assigneeId' | 'version'>;
type Change = Omit<ChangeLead, 'id' | 'version'>;
type Chooser = { kind: 'status' | 'assignee'; lead: ChangedLead };

/** Also after moving between the inbox and a lead. */
let lastCorrection: { lead: ChangedLead; back: Change } | undefined;

/** What staff change of a lead, from the inbox or from its page: by buttons and by keys. */
export function useLeadChange() {
  const { me } = useDesk();
  const copy = useLeadsCopy();
  const client = useQueryClient();
  const { attempt } = useAttempt('lead');
  const [chooser, setChooser] = useState<Chooser>();

  const say = (title: string) => toast({ source: 'lead', title });
  const describe = ({ verdict, status }: Change, { name, assigneeName }: DeskLead) => {
    if (verdict !== undefined) return copy.corrected[verdict](name);
    if (status !== undefined) return copy.statusChanged(name, copy.statuses[status]);
    return assigneeName === null ? copy.unassigned(name) : copy.assigned(name, assigneeName);
  };
  const change = (lead: ChangedLead, wanted: Change, isUndo = false) =>
    attempt(async () => {
      const { id, version } = lead;
      try {
        const changed = await leadsApi.desk.leads.change.$post({ json: { id, version, ...wanted } });
        showLead(client, changed);
        const isCorrection = wanted.verdict !== undefined && !isUndo;
        lastCorrection = isCorrection ? { lead: changed, back: undoOf(lead) } : undefined;
        say(isUndo ? copy.undone(changed.name) : describe(wanted, changed));
      } catch (error) {
        const current = currentState(error, 'changed_meanwhile', leadsApi.desk.leads.change.$post);
        if (current === undefined) throw error;
        showLead(client, current);
        say(copy.changedMeanwhile);
      }
    });
  const correct = (verdict: 'clean' | 'spam') => (lead: ChangedLead | undefined) => {
    if (lead !== undefined && lead.verdict !== verdict) void change(lead, { verdict });
  };
  useUndoKey(() => {
    if (lastCorrection === undefined) return;
    const { lead, back } = lastCorrection;
    lastCorrection = undefined;
    void change(lead, back, true);
  });
  const close = () => setChooser(undefined);
  return {
    chooseStatus: (lead: ChangedLead | undefined) => lead && setChooser({ kind: 'status', lead }),
    chooseAssignee: (lead: ChangedLead | undefined) => lead && setChooser({ kind: 'assignee', lead }),
    assignToMe: (lead: ChangedLead | undefined) => {
      if (lead !== undefined && lead.assigneeId !== me.userId) void change(lead, { assigneeId: me.userId });
    },
    markSpam: correct('spam'),
    markClean: correct('clean'),
    dialogs: (
      <>
        {chooser?.kind === 'status' && (
          <StatusChooser
            lead={chooser.lead}
            onChoose={(status) => void change(chooser.lead, { status })}
            onClose={close}
          />
        )}
        {chooser?.kind === 'assignee' && (
          <AssigneeChooser
            title={copy.chooseAssignee(chooser.lead.name)}
            assigneeId={chooser.lead.assigneeId}
            onChoose={(assigneeId) => void change(chooser.lead, { assigneeId })}
            onClose={close}
          />
        )}
      </>
    ),
  };
}

/** Where it was before. A lead that was read is not new again. */
const undoOf = ({ verdict, status }: ChangedLead): Change => ({ verdict, ...(status === 'read' && { status }) });

/** As a reply is taken back in tickets. */
function useUndoKey(onUndo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    const isField = target instanceof Element && target.closest('input, textarea') !== null;
    if (key !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || isField || lastCorrection === undefined) return;
    event.preventDefault();
    onUndo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

type ChooserProps<Value> = { lead: ChangedLead; onChoose: (value: Value) => void; onClose: () => void };
const chosen = ['new', 'read', 'answered'] as const;

function StatusChooser({ lead, onChoose, onClose }: ChooserProps<(typeof chosen)[number]>) {
  const copy = useLeadsCopy();
  const options = chosen.map((status) => ({
    id: status,
    label: copy.statuses[status],
    isCurrent: status === lead.status,
    onSelect: () => onChoose(status),
  }));
  return (
    <Choices title={copy.chooseStatus(lead.name)} label={copy.filters.status} options={options} onClose={onClose} />
  );
}
