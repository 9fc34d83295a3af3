import { useQuery } from '@tanstack/react-query';
import { staffQuery, useDesk } from './desk-context.ts';
import { Choices } from './palette.tsx';

type AssigneeChooserProps = {
  title: string;
  assigneeId: string | null;
  onChoose: (userId: string | null) => void;
  onClose: () => void;
};

/** Staff who can be assigned tickets and leads, oneself first, or nobody. */
export function AssigneeChooser({ title, assigneeId, onChoose, onClose }: AssigneeChooserProps) {
  const { copy, me } = useDesk();
  const { data } = useQuery(staffQuery);
  const able = (data?.staff ?? []).filter(({ isActive, permissions }) => isActive && permissions.includes('support'));
  const isMe = ({ userId }: { userId: string }) => userId === me.userId;
  const people = [...able.filter(isMe), ...able.filter((one) => !isMe(one))].map((one) => ({
    userId: one.userId,
    label: isMe(one) ? copy.queue.you(one.name) : one.name,
  }));
  const options = [...people, { userId: null, label: copy.ticket.nobody }].map(({ userId, label }) => ({
    id: userId ?? 'nobody',
    label,
    isCurrent: userId === assigneeId,
    onSelect: () => onChoose(userId),
  }));
  return <Choices title={title} label={copy.ticket.assignee} options={options} onClose={onClose} />;
}
