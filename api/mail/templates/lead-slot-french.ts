import type { SlotDecision } from '#contract/leads.ts';
import { appointmentFrench } from './appointment-french.ts';

interface SlotMail {
  kind: string;
  meeting: string;
  startsAt: Date;
  minutes: number;
}

const said: Record<SlotDecision, { first: (at: string) => string; last: string }> = {
  confirmed: {
    first: (at) => `Votre consultation est confirmée\u00a0: ${at}.`,
    last: 'L’invitation jointe la note dans votre agenda. Un empêchement\u00a0? Répondez à ce message.',
  },
  proposed: {
    first: (at) => `Nous vous proposons ce créneau\u00a0: ${at}.`,
    last: 'Vous convient-il\u00a0? Répondez à ce message, et nous le confirmons. L’invitation jointe le note dans votre agenda à titre provisoire.',
  },
  declined: {
    first: (at) => `Le créneau du ${at} n’est malheureusement pas possible.`,
    last: 'Le fichier joint le retire de votre agenda. Répondez à ce message pour convenir d’un autre moment.',
  },
};

/** Around the text of the staff member: what was decided, and what the reader can do. */
export function leadSlotTexts(decision: SlotDecision, { kind, meeting, startsAt, minutes }: SlotMail) {
  const { first, last } = said[decision];
  const facts = `${kind}, ${minutes}\u00a0minutes. Forme du rendez-vous\u00a0: ${meeting}.`;
  return {
    paragraphs: [first(appointmentFrench.moment(startsAt)), ...(decision === 'declined' ? [] : [facts])],
    fact: { ...appointmentFrench.fact(startsAt), isOver: decision === 'declined' },
    after: [last],
  };
}
