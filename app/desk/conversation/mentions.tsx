import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { staffQuery, useDesk, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { Choices } from '#app/desk/components/palette.tsx';

/** With the longest name first: « @Jean Martin » does not mention Jean. In one group, which split() keeps. */
const mentionOf = (names: readonly string[]): RegExp => {
  const escaped = names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(@(?:${escaped.join('|')}))(?![\p{L}\p{N}])`, 'u');
};

/** Those of the people whose names follow an @ in the text. */
export function findMentions<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  if (people.length === 0 || !text.includes('@')) return [];
  const parts = new Set(text.split(mentionOf(people.map(({ name }) => name))));
  return people.filter(({ name }) => parts.has(`@${name}`));
}

/** Whether an @ was typed that may begin a mention, not an email address. */
export const isMentionBegun = (before: string, after: string, caret: number): boolean =>
  after.length === before.length + 1 && /(?:^|[\s(«])@$/u.test(after.slice(0, caret));

/** Highlights the people whom a note mentions. */
export const highlightMentions =
  (names: readonly string[]) =>
  (text: string): ReactNode =>
    names.length === 0
      ? text
      : text.split(mentionOf(names)).map((part, at) =>
          at % 2 === 0 ? (
            part
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- parts have no identity but their place
            <mark key={at} className="mention">
              {part}
            </mark>
          ),
        );

/** Colleagues who can see tickets. */
export function useColleagues() {
  const { me } = useDesk();
  const { data } = useQuery(staffQuery);
  return (data?.staff ?? []).filter(
    ({ userId, isActive, permissions }) => isActive && permissions.includes('support') && userId !== me.userId,
  );
}

type MentionChooserProps = { onChoose: (name: string) => void; onClose: () => void };

export function MentionChooser({ onChoose, onClose }: MentionChooserProps) {
  const { mentions: copy } = useStaffCopy();
  const options = useColleagues().map(({ userId, name }) => ({
    id: userId,
    label: name,
    onSelect: () => onChoose(name),
  }));
  return <Choices title={copy.choose} label={copy.list} options={options} onClose={onClose} />;
}
