import { formatIban } from '#contract/iban.ts';

const groupsPerLine = 4;

/** In groups. Where they do not fit on one line, they break after the fourth. */
export function Iban({ iban }: { iban: string }) {
  const groups = formatIban(iban).split(' ');
  return (
    <bdi className="tabular-nums">
      <span className="whitespace-nowrap">{groups.slice(0, groupsPerLine).join(' ')}</span>{' '}
      <span className="whitespace-nowrap">{groups.slice(groupsPerLine).join(' ')}</span>
    </bdi>
  );
}
