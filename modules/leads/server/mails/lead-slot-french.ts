import type { MailContent } from '#api/mail/mail.ts';
import type { SlotDecision } from '#contract/leads.ts';
import { consultationFrench } from '#api/mail/templates/consultation-french.ts';

interface SlotMail {
  kind: string;
  meeting: string;
  startsAt: Date;
  minutes: number;
}

const said: Record<SlotDecision, { title: string; last: string }> = {
  confirmed: {
    title: 'Votre consultation est confirmée',
    last: 'L’invitation jointe la note dans votre agenda. Un empêchement\u00a0? Répondez à ce message.',
  },
  proposed: {
    title: 'Nous vous proposons ce créneau',
    last: 'Vous convient-il\u00a0? Répondez à ce message, et nous le confirmons. L’invitation jointe le note dans votre agenda à titre provisoire.',
  },
  declined: {
    title: 'Ce créneau n’est malheureusement pas possible',
    last: 'Le fichier joint le retire de votre agenda. Répondez à ce message pour convenir d’un autre moment.',
  },
};

/** Around the text of the staff member: what was decided, and what the reader can do. */
export function leadSlotTexts(decision: SlotDecision, { kind, meeting, startsAt, minutes }: SlotMail) {
  const { title, last } = said[decision];
  const rows = [
    { label: 'Sujet', value: kind },
    { label: 'Durée', value: `${minutes}\u00a0minutes` },
    { label: 'Forme', value: meeting },
  ];
  return {
    title,
    preview: `${title}\u00a0: ${consultationFrench.moment(startsAt)}.`,
    fact: { ...consultationFrench.fact(startsAt), isOver: decision === 'declined' },
    rows: decision === 'declined' ? [] : rows,
    paragraphs: [last],
    after: [],
  } satisfies Partial<MailContent>;
}
