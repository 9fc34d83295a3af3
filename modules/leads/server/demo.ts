import { createHash } from 'node:crypto';
import { leadMessages, leads } from './lead-schema.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { leadDueAt } from './lead-deadline.ts';
import { addMinutes } from '#api/services/tickets/office-hours.ts';
import { type LeadForm, leadFields, type LeadReason } from '#contract/leads.ts';
import type { Days } from '#api/lib/demo-days.ts';

const people: [name: string, company: string, domain: string][] = [
  ['Nadia Ferrand', 'Ferrand & Associés', 'ferrand'],
  ['Olivier Castel', 'Menuiserie Castel', 'castel'],
  ['Samira Belkacem', 'Transit Belkacem', 'belkacem'],
  ['Julien Rostagni', 'Rostagni Nautique', 'rostagni'],
  ['Inès Vallauri', 'Pharmacie Vallauri', 'vallauri'],
  ['Marc Delorme', 'Delorme Expertise', 'delorme'],
  ['Amine Haddad', 'Haddad Import', 'haddad'],
  ['Lucie Garnier', 'Clinique des Oliviers', 'oliviers'],
];

/** By form, in turn. */
const written: Record<LeadForm, Record<string, string>[]> = {
  contact: [
    {
      service: 'managed',
      phone: '+33 4 65 71 00 31',
      message:
        'Bonjour,\n\nnous sommes douze et notre prestataire cesse son activité. Pouvez-vous reprendre nos postes ?',
    },
    { service: 'microsoft', message: 'Combien coûte le passage à Microsoft 365 pour huit personnes ?' },
    { service: 'cybersecurity', message: 'Un de nos postes affiche des fenêtres étranges depuis ce matin.' },
  ],
  audit: [
    {
      phone: '+33 4 65 71 00 32',
      employees: '11-50',
      industry: 'accounting',
      priority: 'security',
      timeline: '1-3months',
      currentChallenges: 'Nos sauvegardes n’ont jamais été essayées.',
      agreeTerms: 'true',
    },
    { phone: '+33 4 65 71 00 33', employees: '1-10', priority: 'costs', timeline: 'exploring', agreeTerms: 'true' },
  ],
  consultation: [
    { consultationType: 'cybersecurity', meetingType: 'video', preferredTime: '10h30-11h30' },
    { consultationType: 'general', meetingType: 'phone', additionalInfo: 'Plutôt en début de semaine.' },
  ],
  checklist: [{ service: 'cybersecurity' }, { service: 'all' }],
};
const pages: Record<LeadForm, string[]> = {
  contact: ['/contact'],
  audit: ['/free-audit'],
  consultation: ['/schedule-consultation'],
  checklist: ['/', '/resources'],
};

interface Now {
  form: LeadForm;
  hoursAgo: number;
  isMine?: boolean;
  isRead?: boolean;
  verdict?: 'doubtful' | 'spam';
  reasons?: LeadReason[];
  values?: Record<string, string>;
}

/** What waits: new, assigned, overdue, doubtful and spam. */
const waiting: Now[] = [
  { form: 'consultation', hoursAgo: 0.5 },
  { form: 'contact', hoursAgo: 1 },
  { form: 'audit', hoursAgo: 4, isMine: true, isRead: true },
  { form: 'consultation', hoursAgo: 30, isRead: true },
  { form: 'contact', hoursAgo: 140 },
  { form: 'checklist', hoursAgo: 6 },
  {
    form: 'contact',
    hoursAgo: 9,
    verdict: 'doubtful',
    reasons: ['no_script'],
    values: {
      message: 'Bonjour, je cherche un devis pour trois serveurs. Merci de me rappeler.',
      phone: '+33 4 65 71 00 34',
    },
  },
  {
    form: 'contact',
    hoursAgo: 26,
    verdict: 'doubtful',
    reasons: ['links', 'too_fast'],
    values: { message: 'Your site could rank higher: https://a.example https://b.example https://c.example' },
  },
  {
    form: 'contact',
    hoursAgo: 50,
    verdict: 'spam',
    reasons: ['honeypot', 'no_proof', 'links'],
    values: { message: 'CHEAP FOLLOWERS https://spam.example' },
  },
];

const answeredForms: LeadForm[] = ['contact', 'audit', 'checklist', 'consultation', 'contact'];
const answeredCount = 30;
const daysBetween = 11;

const pick = <Value>(list: readonly Value[], at: number): Value => {
  const value = list[at % list.length];
  if (value === undefined) throw new Error('The demo has an empty list.');
  return value;
};
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

function makeRow(at: number, form: LeadForm, receivedAt: Date, values: Record<string, string>) {
  const [name, company, domain] = pick(people, at);
  const email = `contact@${domain}.example`;
  const page = pick(pages[form], at);
  const known: readonly string[] = leadFields[form];
  const typed = { ...Object.fromEntries(known.map((field) => [field, ''])), ...values, name, company, email };
  return {
    form,
    values: typed,
    name,
    company,
    email,
    page,
    consent: { text_hash: hashOf(form), page, at: receivedAt.toISOString() },
    dueAt: leadDueAt(form, receivedAt)?.toISOString() ?? null,
    receivedAt: receivedAt.toISOString(),
    lastContactAt: receivedAt.toISOString(),
    keyHash: hashOf(`key ${at}`),
    requestHash: hashOf(`request ${at}`),
  };
}

interface Context {
  days: Days;
  now: Date;
  staffId: string;
  customerId: string;
}

/** Leads of the last year, and some that wait. The same ones every day. */
export async function insertLeads(tx: Transaction, { days, now, staffId, customerId }: Context): Promise<void> {
  for (const [at, { form, hoursAgo, isMine, isRead, verdict = 'clean', reasons = [], values }] of waiting.entries()) {
    const receivedAt = new Date(now.getTime() - hoursAgo * 60 * 60_000);
    const wished = form === 'consultation' && at === 0 ? { preferredDate: workingDay(now, 3) } : {};
    await tx.insert(leads).values({
      ...makeRow(at, form, receivedAt, values ?? { ...pick(written[form], at), ...wished }),
      verdict,
      reasons,
      status: verdict === 'spam' ? 'spam' : isRead === true ? 'read' : 'new',
      assigneeId: isMine === true ? staffId : null,
    });
  }
  for (let nth = 0; nth < answeredCount; nth += 1) {
    const at = waiting.length + nth;
    const form = pick(answeredForms, nth);
    const receivedAt = new Date(days.moment(-3 - daysBetween * nth, 8 + (nth % 7), (nth * 23) % 60));
    // Every sixth is late.
    const answeredAt = addMinutes('office', receivedAt, nth % 6 === 4 ? 1900 : 35 + nth).toISOString();
    const isConverted = nth % 7 === 3;
    const [lead] = await tx
      .insert(leads)
      .values({
        ...makeRow(at, form, receivedAt, pick(written[form], nth)),
        verdict: 'clean',
        status: isConverted ? 'converted' : 'answered',
        assigneeId: staffId,
        answeredAt,
        customerId: isConverted ? customerId : null,
      })
      .returning({ id: leads.id });
    if (lead === undefined) throw new Error('The demo lead was not created.');
    await tx.insert(leadMessages).values({
      leadId: lead.id,
      kind: 'sent',
      authorId: staffId,
      body: 'Bonjour,\n\nmerci de votre demande. Quand pouvons-nous vous appeler ?',
      createdAt: answeredAt,
    });
  }
}

/** The day in the office this many days from now, or the Monday after it. */
function workingDay(now: Date, daysAhead: number): string {
  const day = new Date(now.getTime() + daysAhead * 24 * 60 * 60_000);
  return addMinutes('office', new Date(day.toISOString().slice(0, 10)), 1)
    .toISOString()
    .slice(0, 10);
}
