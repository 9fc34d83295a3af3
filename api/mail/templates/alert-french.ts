import type { AlertItem } from '#api/mail/alert-item.ts';
import type { Templates } from '#api/mail/mail.ts';
import type { CheckName } from '#contract/checks.ts';
import { moment } from './french-dates.ts';

const hours = (seconds: number) => `${Math.floor(seconds / 3600)}\u00a0h`;
const days = (seconds: number) => `${Math.floor(seconds / 86_400)}\u00a0jours`;
const minutes = (seconds: number) => `${Math.floor(seconds / 60)}\u00a0min`;

/** What fails, and what to do. `value` is null where nothing could be measured. */
const failures: Record<CheckName, { title: string; text: (value: number | null) => string; ended: string }> = {
  database: {
    title: 'Base de données injoignable',
    text: () =>
      'Le serveur n’atteint plus sa base de données depuis au moins cinq minutes\u00a0: les pages restent en ligne, l’espace client et le bureau non. Vérifiez que PostgreSQL tourne et que son disque n’est pas plein. Le serveur se reconnecte seul.',
    ended: 'La base de données répond de nouveau.',
  },
  instances: {
    title: 'Instance muette',
    text: (value) =>
      `Adresses de UPSTREAMS, METRICS et MAIL_IN qui ne répondent plus depuis une minute\u00a0: ${value ?? 0}. Le site reste en ligne tant qu’une instance répond, mais une mise à jour l’interromprait. Lancez «\u00a0rempart-azur doctor\u00a0», qui les nomme.`,
    ended: 'Toutes les instances répondent de nouveau.',
  },
  backup: {
    title: 'Sauvegarde en échec ou trop ancienne',
    text: (value) =>
      `${value === null ? 'Aucune sauvegarde complète n’est connue' : `La dernière sauvegarde complète date de ${hours(value)}`}, ou la suivante a échoué. Lancez «\u00a0systemctl start rempart-azur-backup\u00a0», puis lisez «\u00a0journalctl -u rempart-azur-backup\u00a0».`,
    ended: 'Une sauvegarde complète a été faite.',
  },
  proof: {
    title: 'Sauvegarde non éprouvée',
    text: (value) =>
      `${value === null ? 'Aucune sauvegarde n’a été restaurée pour la vérifier' : `La dernière restauration d’essai date de ${days(value)}`}, ou le dernier essai a échoué. Lancez «\u00a0systemctl start rempart-azur-prove\u00a0», puis lisez «\u00a0journalctl -u rempart-azur-prove\u00a0».`,
    ended: 'Une sauvegarde a été restaurée et vérifiée.',
  },
  outbound: {
    title: 'Envois suspendus',
    text: () =>
      'Cette copie a été restaurée d’une sauvegarde\u00a0: ni e-mail ni webhook ne part avant «\u00a0rempart-azur resume\u00a0».',
    ended: 'Les e-mails et les webhooks partent de nouveau.',
  },
  mail: {
    title: 'E-mails bloqués',
    text: (value) =>
      `Un e-mail attend depuis ${minutes(value ?? 0)}. Le serveur de messagerie est arrêté, ou refuse nos identifiants\u00a0: le journal en donne la raison («\u00a0mail not sent yet\u00a0»). Rien n’est perdu, les e-mails partiront ensuite d’eux-mêmes.`,
    ended: 'Les e-mails partent de nouveau.',
  },
  jobs: {
    title: 'Tâches de fond bloquées',
    text: (value) =>
      `Une tâche de fond aurait dû commencer il y a ${minutes(value ?? 0)}. Lisez le journal du serveur, puis redémarrez-le.`,
    ended: 'Les tâches de fond avancent de nouveau.',
  },
  disk: {
    title: 'Disque presque plein',
    text: (value) =>
      `Il reste ${Math.floor((value ?? 0) * 100)}\u00a0% du disque de DATA_DIR. Libérez de la place ou agrandissez-le\u00a0: sous la réserve (DISK_RESERVE), les fichiers et les e-mails reçus sont refusés.`,
    ended: 'Le disque a de nouveau de la place.',
  },
  scanner: {
    title: 'Antivirus arrêté',
    text: () =>
      'clamd ne répond pas\u00a0: les nouveaux fichiers attendent et personne ne peut les ouvrir. Vérifiez «\u00a0systemctl status clamav-daemon\u00a0».',
    ended: 'L’antivirus répond de nouveau.',
  },
  certificate: {
    title: 'Certificat bientôt expiré',
    text: (value) =>
      (value ?? 0) < 0
        ? 'Le certificat du site a expiré\u00a0: les navigateurs refusent de l’ouvrir. Lancez «\u00a0certbot renew\u00a0», puis rechargez nginx.'
        : `Le certificat du site expire dans ${Math.floor(value ?? 0)}\u00a0jours et n’a pas été renouvelé. Lancez «\u00a0certbot renew\u00a0», puis rechargez nginx.`,
    ended: 'Le certificat a été renouvelé.',
  },
};

const states: Record<AlertItem['state'], string> = { began: 'Alerte', continues: 'Rappel', ended: 'Fin d’alerte' };

function line({ name, scope, state, since, value }: AlertItem): string {
  const { title, text, ended } = failures[name];
  const where = scope === '' ? '' : ` (${scope})`;
  if (state === 'ended') return `${states.ended}${where}\u00a0: ${ended} Début\u00a0: ${moment(since)}.`;
  const from = state === 'continues' ? ` Depuis le ${moment(since)}.` : '';
  return `${title}${where}. ${text(value)}${from}`;
}

const accountStates = new Map([
  ['active', 'actif'],
  ['waiting', 'approuvé, pas encore actif'],
  ['proposed', 'proposé'],
  ['blocked', 'bloqué par une alerte'],
]);

export const alertFrench: Pick<Templates, 'alert-staff' | 'restored-staff'> = {
  'restored-staff': ({ asOf, restoredAt, isSigned, staff, accounts, link }, company) => ({
    subject: `Une sauvegarde a été restaurée – ${company}`,
    preview: 'Comparez l’équipe et les comptes bancaires à ceux que vous connaissez.',
    title: 'Une sauvegarde a été restaurée',
    paragraphs: [
      `L’espace client a été restauré le ${moment(restoredAt)} d’une sauvegarde du ${moment(asOf)}, et envoie de nouveau des e-mails.`,
      ...(isSigned === 'yes' ? [] : ['Cette sauvegarde n’était pas signée\u00a0: quelqu’un a pu la falsifier.']),
      `Son équipe\u00a0: ${staff.map((member) => `${member.email} (${member.permissions})`).join('\u202f; ')}.`,
      accounts.length === 0
        ? 'Elle n’a aucun compte bancaire.'
        : `Ses comptes bancaires\u00a0: ${accounts.map((one) => `${one.account.replace(' ', '\u00a0…\u00a0')} (${accountStates.get(one.state) ?? one.state})`).join('\u202f; ')}.`,
      'Si une personne ou un compte n’a rien à y faire, suspendez cette personne aussitôt et retirez le compte.',
    ],
    button: { label: 'Ouvrir le journal', link },
  }),
  'alert-staff': ({ items, link }, company) => {
    const first = items.find(({ state }) => state !== 'ended') ?? items[0];
    const heading = first === undefined ? states.ended : states[first.state];
    const title = `${heading}\u00a0: ${first === undefined ? '' : failures[first.name].title.toLowerCase()}`;
    return {
      subject: `${title}${items.length > 1 ? ` (+${items.length - 1})` : ''} – ${company}`,
      preview: first === undefined ? heading : line(first),
      title,
      paragraphs: items.map(line),
      button: { label: 'Ouvrir l’état du service', link },
      after: ['Un rappel suit chaque jour tant que cela dure, et un message quand c’est fini.'],
      automatic: `Ce message a été envoyé automatiquement par le serveur de ${company}, à l’adresse de ALERT_TO.`,
    };
  },
};
