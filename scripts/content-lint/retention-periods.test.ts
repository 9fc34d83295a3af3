import { readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { invitationDays } from '#api/auth/account/invitations.ts';
import { mailFilesRule } from '#main/admin/retention/apply-retention.ts';
import type { RetentionRule } from '#api/db/retention-rule.ts';
import { goesWith, rules } from '#main/admin/retention/rules.ts';
import { day, hour, sessionIdleSeconds } from '#api/auth/core/auth-settings.ts';
import { undoDays } from '#api/auth/account/email-change.ts';
import { failureMemorySeconds } from '#api/db/rate-limit.ts';
import { replyTokenDays } from '#api/services/mail-in/reply-token.ts';
import { publisher } from '#content/site.ts';
import { leadSeconds } from '#contract/leads.ts';
import { completePrivacy, type LegalText, legalTexts } from './registry.ts';

/** `30 jours`, as the page writes it. */
type Period = string;

const frenchUnits: Record<string, string> = { hour: 'heure', day: 'jour', month: 'mois', year: 'an' };

const french = (amount: number, unit: string): Period => {
  const name = frenchUnits[unit] ?? unit;
  return `${amount}\u00A0${name}${amount > 1 && !name.endsWith('s') ? 's' : ''}`;
};

/** The periods in `2 years after the resolution`. */
const periodsIn = (english: string): Period[] =>
  [...english.matchAll(/(\d+) (hour|day|month|year)s?/g)].map(([, amount, unit = '']) => french(Number(amount), unit));

const days = (amount: number): Period => french(amount, 'day');

const [sessionLimit = ''] = periodsIn(
  /signed_in_at \+ interval '([^']*)'/.exec(
    readFileSync(new URL('../../api/db/functions/02_users.sql', import.meta.url), 'utf8'),
  )?.[1] ?? '',
);

type Row = {
  /** Rules of main/admin/retention/rules.ts whose period the row states. */
  rules?: string[];
  /** Tables whose rows are deleted with others. */
  tables?: string[];
  /** Periods that other modules set. */
  also?: Period[];
  /** Why the server has no rule for it. */
  noRule?: string;
};

/** The retention table of the privacy policy, and the code behind each row. */
const table: Record<string, Row> = {
  'Clients et participants aux formations': { rules: ['customers'], tables: ['contracts', 'licenses'] },
  'Factures et paiements': {
    rules: ['invoices of erased customers', 'payments of erased customers', 'erased customers'],
    tables: [
      'payment_allocations',
      'invoice_documents',
      'record_files',
      'invoice_iban_requests',
      'reminder_settings',
      'invoice_reminders',
    ],
  },
  'Prospects (demandes restées sans suite)': { rules: ['leads'], tables: ['lead_messages'] },
  'Demandes classées comme indésirables': { rules: ['spam of public forms'] },
  'Calcul joint à un formulaire contre les envois automatiques': {
    rules: ['proofs of public forms'],
    also: [french(leadSeconds.most / hour, 'hour')],
  },
  'Lettre d’information': { rules: ['subscribers of the newsletter'] },
  'Inscription à la lettre d’information qui n’a pas été confirmée': {
    rules: ['subscriptions that were not confirmed'],
  },
  'Empreinte de l’adresse d’une personne désinscrite': { rules: ['hashes of who unsubscribed'] },
  'Rendez-vous': { rules: ['appointments'] },
  'Créneau retenu et non confirmé': { rules: ['appointments that were not confirmed'] },
  'Compte de l’espace client rattaché à un client': {
    rules: ['customers'],
    tables: ['accounts', 'memberships', 'calendar_feeds', 'notification_preferences', 'bank_notices'],
  },
  'Compte non rattaché à un client': { rules: ['accounts of no customer'] },
  'Compte dont l’adresse e-mail n’a pas été vérifiée': { rules: ['unverified accounts'] },
  'Ancienne adresse e-mail, après un changement': {
    rules: ['email addresses before a change'],
    also: [days(undoDays)],
  },
  'Sessions, et pourquoi une session a pris fin': {
    rules: ['sessions', 'ended sessions'],
    also: [days(sessionIdleSeconds / day), sessionLimit],
  },
  'Double authentification et clés d’accès': { rules: ['enrolment codes'], tables: ['two_factors', 'passkeys'] },
  'Navigateurs reconnus': { rules: ['known devices'] },
  'Liens envoyés par e-mail et vérifications de connexion en cours': {
    rules: ['links in mails', 'invitations'],
    also: [days(invitationDays)],
  },
  'E-mails envoyés par l’espace client': { rules: ['mails', 'mails written to files'] },
  'Tickets de support, avec leurs messages, leurs fichiers et nos notes': {
    rules: ['tickets'],
    tables: ['ticket_events', 'ticket_internal_events', 'ticket_watchers', 'ticket_reads', 'pending_replies'],
  },
  'Fichiers déposés dans un ticket et jamais envoyés': {
    rules: ['uploads that were not sent', 'uploads that never ended'],
  },
  'Adresses de réponse contenues dans nos e-mails sur un ticket': {
    rules: ['reply tokens'],
    also: [days(replyTokenDays)],
  },
  'E-mails reçus et écartés par notre équipe': { rules: ['discarded mails'] },
  'E-mails reçus qui ne concernent aucun ticket': { rules: ['mails of no ticket or lead'] },
  'Originaux de ces e-mails, avec leurs fichiers': { rules: ['originals of mails of no ticket or lead'] },
  'Clé technique qui évite l’envoi en double d’un ticket ou d’un message': {
    rules: [
      'idempotency keys',
      'idempotency keys of messages',
      'idempotency keys of notes',
      'idempotency keys of texts about leads',
    ],
  },
  'Compteurs de tentatives, sous une clé hachée': {
    tables: ['rate_limits'],
    also: [days(failureMemorySeconds / day)],
  },
  'Messages techniques à d’autres logiciels, sans nom ni texte': { rules: ['messages to other programs'] },
  'Journaux de sécurité de l’espace client et relevés de suppression': { rules: ['security log', 'runs of this job'] },
  'Journaux techniques du serveur': { also: [french(1, 'year')], noRule: 'the operator rotates standard output' },
  Sauvegardes: {
    also: [days(publisher.backupDays ?? 0)],
    noRule: 'a fact of content/site.ts; the backup timer deletes them',
  },
  Cookies: { also: [french(13, 'month')], noRule: 'product §9: the browser deletes them' },
};

const allRules = [...rules, mailFilesRule];

/** The rows of a page: what is kept, and how long. */
const rowsIn = ({ markdown }: LegalText) => {
  const [, section = ''] = markdown.split('## Combien de temps nous les conservons');
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return lines
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, what = '']) => what !== 'Données' && !what.startsWith('---'))
    .map(([, what = '', period = '']) => ({ what, period }));
};
const pageRows = rowsIn(completePrivacy);

test('where nothing is delivered, the page has no row about it', () => {
  const [usual] = legalTexts.filter(({ file }) => file.endsWith('privacy.md')).map(rowsIn);
  const delivered = [
    'Demandes classées comme indésirables',
    'Calcul joint à un formulaire contre les envois automatiques',
    'Inscription à la lettre d’information qui n’a pas été confirmée',
    'Empreinte de l’adresse d’une personne désinscrite',
    'Rendez-vous',
    'Créneau retenu et non confirmé',
  ];
  expect(usual?.map(({ what }) => what)).toEqual(Object.keys(table).filter((what) => !delivered.includes(what)));
  // The newsletter's row is another one, as nothing is confirmed there.
  expect(usual?.find(({ what }) => what === 'Lettre d’information')?.period).toBe(
    'Jusqu’à votre désinscription, et 3\u00a0ans au plus après votre dernière interaction',
  );
});

test('the privacy policy has a row for every retention rule and table, and no row without one', () => {
  expect(pageRows.map(({ what }) => what)).toEqual(Object.keys(table));
  const rows = Object.values(table);
  const named = new Set(rows.flatMap((row) => row.rules ?? []));
  expect(new Set(allRules.map(({ name }) => name))).toEqual(named);
  // `migrations` holds file names; the policy is for visitors and customers, not for our own staff and their texts.
  const ownTables = [
    'migrations',
    'later_migrations',
    'staff_members',
    'canned_replies',
    'tags',
    'saved_views',
    'bank_accounts',
    'alerts',
    'api_keys',
    'webhook_endpoints',
    'webhook_attempts',
    'hosts',
    'host_exceptions',
    'invoice_counters',
    'outbound_holds',
    'consent_texts',
  ];
  const tables = new Set([...rows.flatMap((row) => row.tables ?? []), ...ownTables]);
  expect(new Set(Object.keys(goesWith))).toEqual(tables);
  for (const [what, row] of Object.entries(table))
    expect(row.rules ?? row.tables ?? row.noRule, `${what} has neither a rule nor a reason`).toBeDefined();
});

test.each(pageRows)('« $what » is kept as long as the code keeps it: $period', ({ what, period }) => {
  const { rules: names = [], also = [] } = table[what] ?? {};
  const kept = allRules.filter(({ name }) => names.includes(name)).flatMap((rule) => periodsIn(rule.period));
  const stated = [...period.matchAll(/\d+\u00A0(?:heures?|jours?|mois|ans?)(?!\p{L})/gu)].map(([match]) => match);
  expect(new Set(stated)).toEqual(new Set([...kept, ...also]));
});

/** The SQL of a rule that finds nothing. */
const sqlOf = async (rule: RetentionRule): Promise<string> => {
  const statements: string[] = [];
  const query = (text: string) => {
    statements.push(text);
    return { rows: [], rowCount: 0 };
  };
  await rule.apply({ query } as unknown as ClientBase, new Date());
  return statements.join('\n');
};

test.each(rules)('$name: its SQL applies the period that it states', async (rule) => {
  const sql = await sqlOf(rule);
  // Ten years from the end of the financial year are eleven from its first day.
  const withoutFirstYear = (interval: string) => interval.replace(/\d+/, (years) => String(Number(years) - 1));
  const applied = [...sql.matchAll(/interval '([^']+)'/g)].flatMap(([, interval = '']) =>
    periodsIn(sql.includes("date_trunc('year'") ? withoutFirstYear(interval) : interval),
  );
  const isUntilExpiry = sql.includes('expires_at') || sql.includes('erased_at <= $1');
  expect(applied).toEqual(isUntilExpiry ? [] : periodsIn(rule.period));
});
