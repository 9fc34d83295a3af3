import type { Offers, Publisher, Training } from './schema/site.ts';
import { offers, publisher, site, training } from './site.ts';

export type Facts = { publisher: Publisher; training: Training; offers: Offers };

/** How a fact is shown, and the honest copy that stands in its place until it is filled in. */
type Wording<Value> = { filled: (value: Value) => string; unfilled: string };
type Wordings = {
  [Group in keyof Facts]: { [Name in keyof Facts[Group]]-?: Wording<NonNullable<Facts[Group][Name]>> };
};
type FactCopy = { [Group in keyof Facts]: { [Name in keyof Facts[Group]]-?: string } };

const toComplete: Wording<string> = {
  filled: (value) => value,
  unfilled: 'Non renseigné à ce jour',
};

const date = (isoDate: string) =>
  new Date(`${isoDate}T00:00:00Z`)
    .toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })
    .replaceAll(' ', '\u00a0');
const number = (value: number) => value.toLocaleString('fr-FR');

const wordings: Wordings = {
  publisher: {
    legalForm: toComplete,
    capital: toComplete,
    registration: toComplete,
    siret: toComplete,
    vatNumber: toComplete,
    director: toComplete,
    hostName: toComplete,
    hostAddress: toComplete,
    hostPhone: toComplete,
    backupDays: { filled: (value) => `${number(value)}\u00a0jours au plus`, unfilled: toComplete.unfilled },
    trainingActivityNumber: {
      // The Code du travail (L. 6352-12) allows these words and no others.
      filled: (value) => `Enregistrée sous le numéro\u00a0${value}. Cet enregistrement ne vaut pas agrément de l’État.`,
      unfilled: toComplete.unfilled,
    },
    qualiopi: {
      filled: (value) =>
        value.isHeld
          ? `Certification détenue, délivrée par ${value.certifier} et valable jusqu’au ${date(value.validUntil)}`
          : 'Certification non détenue à ce jour',
      unfilled: 'Aucune certification revendiquée à ce jour',
    },
    partnerStatus: {
      filled: (value) => value,
      unfilled: toComplete.unfilled,
    },
    insurance: {
      filled: ({ insurer, address, territory }) => `${insurer}, ${address}. Territoire couvert : ${territory}.`,
      unfilled: toComplete.unfilled,
    },
  },
  training: {
    hoursPerDay: {
      filled: (value) => `${number(value)} heures par jour.`,
      unfilled: 'La durée en heures figure au devis et dans la convention.',
    },
    accessDelayWeeks: {
      filled: (value) =>
        `${number(value)} ${value === 1 ? 'semaine' : 'semaines'} au plus entre la convention signée et le premier jour.`,
      unfilled: 'Le délai est indiqué au devis.',
    },
    maxGroupSize: {
      filled: (value) => `${number(value)} participants au plus par session.`,
      unfilled: 'Le nombre maximal de participants est fixé au devis.',
    },
    trainers: {
      filled: (value) => value,
      unfilled: 'Le nom et les qualifications du formateur vous sont communiqués avec le devis.',
    },
    disabilityContact: {
      filled: ({ name, email }) => `${name}, référent handicap : ${email}.`,
      unfilled: `Pour toute question d’accessibilité, écrivez à ${site.company.email}.`,
    },
    results: {
      filled: ({ period, trainees, satisfiedPercent, passedPercent }) =>
        `${period} : ${number(trainees)} participants, ${number(satisfiedPercent)} % de satisfaction, ${number(passedPercent)} % de réussite à l’examen.`,
      unfilled: 'Aucun indicateur n’est publié à ce jour.',
    },
  },
  offers: {
    freeAuditUntil: {
      filled: (value) => `Offre ouverte jusqu’au ${date(value)}.`,
      unfilled: 'La date de fin sera annoncée sur ce site.',
    },
  },
};

const wordingsOf = (facts: Facts) =>
  (Object.keys(wordings) as (keyof Facts)[]).flatMap((group) =>
    Object.entries<Wording<never>>(wordings[group]).map(([name, wording]) => {
      const value = (facts[group] as Record<string, unknown>)[name];
      return { group, name, value, copy: value === undefined ? wording.unfilled : wording.filled(value as never) };
    }),
  );

/** Every fact as pages show it. */
export const describeFacts = (facts: Facts): FactCopy => {
  const copy: Record<string, Record<string, string>> = {};
  for (const { group, name, copy: sentence } of wordingsOf(facts)) (copy[group] ??= {})[name] = sentence;
  return copy as FactCopy;
};

/** `35 heures`, `19 h 30`. */
export const frenchHours = (hours: number) =>
  Number.isInteger(hours) ? `${hours}\u00a0heures` : `${Math.floor(hours)}\u00a0h\u00a0${Math.round((hours % 1) * 60)}`;

const isQualiopiHeld = ({ publisher: { qualiopi } }: Facts) => qualiopi?.isHeld === true;

/** Other texts that depend on facts. Nobody may claim Qualiopi before it is filled in. */
const sentences = {
  'qualiopi.opco': (facts: Facts) =>
    isQualiopiHeld(facts)
      ? 'ce que nous sommes. Faites confirmer les autres conditions avant de vous engager'
      : 'ce que nous ne sommes pas à ce jour\u00a0: une prise en charge est donc peu probable',
  'qualiopi.funds': (facts: Facts) =>
    isQualiopiHeld(facts)
      ? 'Lui aussi demande un organisme certifié Qualiopi'
      : 'La même réserve vaut\u00a0: ce fonds demande lui aussi un organisme certifié Qualiopi',
  'qualiopi.answer': (facts: Facts) =>
    isQualiopiHeld(facts) ? `Oui. ${describeFacts(facts).publisher.qualiopi}.` : 'Non, pas à ce jour.',
  /** After the number of days: « 5 jours », « , 35 heures » */
  'course.figure': ({ training: { hoursPerDay } }: Facts, days: string) =>
    hoursPerDay === undefined ? '' : `, ${frenchHours(Number(days) * hoursPerDay)}`,
  /** The duration of a day, for search engines (ISO 8601). */
  'course.duration': ({ training: { hoursPerDay } }: Facts) =>
    hoursPerDay === undefined ? '' : `PT${hoursPerDay * 60}M`,
};
type SentenceName = keyof typeof sentences;

/** The facts of content/site.ts. */
export const builtFacts: Facts = { publisher, training, offers };
// A build names facts in its pages, and the server fills them in when it starts: another fact needs no other build.
const areFactsNamed = import.meta.env?.PROD ?? false;
const place = (name: string, argument = '') => `⟦${name}${argument === '' ? '' : ` ${argument}`}⟧`;

/** Every fact as pages show it: `factCopy.training.results`. For loaders only, as the next one. */
export const factCopy: FactCopy = areFactsNamed ? placesOf(builtFacts) : describeFacts(builtFacts);
export const factSentence = (name: SentenceName, argument?: string) =>
  areFactsNamed ? place(name, argument) : sentences[name](builtFacts, argument ?? '');

function placesOf(facts: Facts): FactCopy {
  const copy: Record<string, Record<string, string>> = {};
  for (const { group, name } of wordingsOf(facts)) (copy[group] ??= {})[name] = place(`${group}.${name}`);
  return copy as FactCopy;
}

/** Writes facts into a text of a build. `encode` makes a value fit for its place. */
export function fillFacts(text: string, facts: Facts, encode: (value: string) => string = (value) => value): string {
  const copy = describeFacts(facts) as Record<string, Record<string, string>>;
  return text.replaceAll(/⟦([\w.]+)(?: (\w+))?⟧/g, (_place, name: string, argument = '') => {
    const [group = '', key = ''] = name.split('.');
    const value = copy[group]?.[key] ?? sentences[name as SentenceName]?.(facts, argument as string);
    if (value === undefined) throw new Error(`${name} is not a fact of content/facts.ts`);
    return encode(value);
  });
}

/**
 * What the law requires of a public site: who publishes and hosts it (loi n° 2004-575, articles 1-1 and 19), and how long
 * backups keep personal data (RGPD, article 13). The others are for readers and buyers.
 */
const legalFacts: (keyof Publisher)[] = [
  'legalForm',
  'capital',
  'registration',
  'siret',
  'vatNumber',
  'director',
  'hostName',
  'hostAddress',
  'hostPhone',
  'backupDays',
];

/** Whether a public site may not go without it: `publisher.siret`. */
export const isLegalFact = (name: string) => legalFacts.some((fact) => name === `publisher.${fact}`);

/** The facts that nobody has filled in, as content/site.ts names them. */
export const unfilledFacts = (facts: Facts = builtFacts): string[] =>
  wordingsOf(facts)
    .filter(({ value }) => value === undefined)
    .map(({ group, name }) => `${group}.${name}`);

/** What stands in the places of facts that nobody has filled in. */
export const unfilledCopy: ReadonlySet<string> = new Set(
  wordingsOf(builtFacts)
    .filter(({ value }) => value === undefined)
    .map(({ copy }) => copy),
);
