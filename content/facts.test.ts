import { expect, test } from 'vitest';
import { type Facts, describeFacts, factCopy, unfilledFacts } from './facts.ts';
import { offers, publisher, training } from './schema/site.ts';

const empty: Facts = { publisher: {}, training: {}, offers: {} };

const filled: Required<Facts> = {
  publisher: {
    legalForm: 'SAS',
    capital: '1 000 €',
    registration: 'RCS Nice 000 000 000',
    siret: '000 000 000 00000',
    vatNumber: 'FR00000000000',
    director: 'Ada Martin',
    hostName: 'Ardoise',
    hostAddress: '1 rue du Port, 06000 Nice',
    hostPhone: '+33 4 65 71 00 07',
    backupDays: 30,
    trainingActivityNumber: '93 06 00000 06',
    qualiopi: { isHeld: true, certifier: 'Ardoise Certification', validUntil: '2028-01-31' },
    partnerStatus: 'Contrats en vigueur',
    insurance: { insurer: 'Ardoise Assurances', address: '2 rue du Port, 06000 Nice', territory: 'France' },
  },
  training: {
    hoursPerDay: 7,
    accessDelayWeeks: 4,
    maxGroupSize: 10,
    trainers: 'Des auditeurs certifiés.',
    disabilityContact: { name: 'Ada Martin', email: 'ada@ardoise.example' },
    results: { period: 'En 2026', trainees: 40, satisfiedPercent: 97.5, passedPercent: 85 },
  },
  offers: { freeAuditUntil: '2026-12-31' },
};

test('every fact of the schema is listed while nobody has filled it in, and none once it is', () => {
  const names = Object.entries({ publisher, training, offers }).flatMap(([group, { shape }]) =>
    Object.keys(shape).map((name) => `${group}.${name}`),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(unfilledFacts(empty)).toEqual(names);
  expect(unfilledFacts(filled)).toEqual([]);
  expect(unfilledFacts({ ...filled, publisher: { ...filled.publisher, siret: undefined } })).toEqual([
    'publisher.siret',
  ]);
});

test('an unfilled fact is shown with honest copy, and says nothing that only a fact could say', () => {
  const copy = describeFacts(empty);
  expect(copy.publisher.trainingActivityNumber).toBe('Non renseigné à ce jour');
  expect(copy.publisher.qualiopi).toMatch(/^Aucune certification revendiquée/);
  expect(copy.training.results).toBe('Aucun indicateur n’est publié à ce jour.');
  expect(copy.offers.freeAuditUntil).toBe('La date de fin sera annoncée sur ce site.');
  expect(
    Object.values(copy)
      .flatMap((group) => Object.values(group))
      .join(' '),
  ).not.toMatch(/\d|undefined/);
});

test('a filled fact is shown as the law words it', () => {
  const spaces = (text: string) => text.replaceAll(/\s/g, ' ');
  const { publisher: company, training: courses, offers: promises } = describeFacts(filled);
  expect(spaces(company.trainingActivityNumber)).toBe(
    'Enregistrée sous le numéro 93 06 00000 06. Cet enregistrement ne vaut pas agrément de l’État.',
  );
  expect(spaces(company.qualiopi)).toBe(
    'Certification détenue, délivrée par Ardoise Certification et valable jusqu’au 31 janvier 2028',
  );
  expect(describeFacts({ ...empty, publisher: { qualiopi: { isHeld: false } } }).publisher.qualiopi).toBe(
    'Certification non détenue à ce jour',
  );
  expect(spaces(courses.results)).toBe(
    'En 2026 : 40 participants, 97,5 % de satisfaction, 85 % de réussite à l’examen.',
  );
  expect(spaces(courses.accessDelayWeeks)).toBe('4 semaines au plus entre la convention signée et le premier jour.');
  expect(spaces(promises.freeAuditUntil)).toBe('Offre ouverte jusqu’au 31 décembre 2026.');
});

test('the schema refuses an empty value and a group’s unknown fact', () => {
  expect(publisher.safeParse({ siret: ' ' }).success).toBe(false);
  expect(training.safeParse({ hoursPerWeek: 35 }).success).toBe(false);
  expect(publisher.safeParse({ qualiopi: { isHeld: true } }).success).toBe(false);
  expect(publisher.safeParse(filled.publisher).success && training.safeParse(filled.training).success).toBe(true);
});

test('pages show the facts of content/site.ts', () => {
  expect(Object.keys(factCopy)).toEqual(['publisher', 'training', 'offers']);
});
