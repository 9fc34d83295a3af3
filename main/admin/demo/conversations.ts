import { eq } from 'drizzle-orm';
import { cannedReplies, ticketEvents, ticketMessages, ticketNotes } from '#api/db/conversation-schema.ts';
import { tickets } from '#api/db/schema.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { slaMinutes } from '#contract/ticket-states.ts';
import { describeResponse, respondClock, startClock } from '#api/services/tickets/sla-clock.ts';

interface Said {
  by: 'customer' | 'staff' | 'note';
  /** After the ticket was opened. */
  minutes: number;
  body: string;
}

/** What was said in tickets of the demo, by subject. The first answer of the staff meets the SLA target. */
const conversations: Record<string, Said[]> = {
  'Restaurer un dossier client supprimé par erreur': [
    { by: 'note', minutes: 20, body: 'Sauvegarde de la nuit vérifiée : le dossier y est. Restauration lancée à côté.' },
    {
      by: 'staff',
      minutes: 35,
      body: 'Bonjour,\n\nle dossier est bien dans la sauvegarde de la nuit. Nous le restaurons à côté de l’actuel :\n\n- rien n’est écrasé ;\n- vous nous dites ensuite ce que vous gardez.',
    },
    { by: 'customer', minutes: 80, body: 'Merci. Il nous faut surtout le sous-dossier `2025/contrats`.' },
  ],
  'Ouvrir un compte pour une nouvelle collaboratrice': [
    {
      by: 'staff',
      minutes: 55,
      body: 'Bonjour,\n\nà quelle date arrive-t-elle, et de quels accès a-t-elle besoin ?\n\n- messagerie\n- dossiers partagés\n- logiciel de paie',
    },
  ],
  'Lenteur du VPN depuis l’étranger': [
    { by: 'staff', minutes: 90, body: 'Bonjour,\n\npouvez-vous nous donner le pays et le fournisseur d’accès ?' },
    { by: 'customer', minutes: 140, body: 'Italie, par le réseau de l’hôtel.' },
    {
      by: 'staff',
      minutes: 260,
      body: 'Le passage par UDP était bloqué : votre poste utilise maintenant le port 443.\n\nLe débit est revenu à la normale dans notre essai.',
    },
  ],
  'Renouveler le certificat de l’extranet': [
    { by: 'staff', minutes: 45, body: 'Le certificat est renouvelé et installé, sans interruption.' },
    { by: 'customer', minutes: 70, body: 'C’est parfait, merci.' },
  ],
};

const replies = [
  { title: 'Demander une capture d’écran', body: 'Pouvez-vous nous envoyer une capture d’écran du message ?' },
  { title: 'Proposer un rappel', body: 'Quand pouvons-nous vous appeler, et à quel numéro ?' },
];

interface People {
  customerUserId: string;
  staffId: string;
}

export async function insertConversations(tx: Transaction, { customerUserId, staffId }: People): Promise<void> {
  await tx.insert(cannedReplies).values(replies.map((reply) => ({ ...reply, updatedBy: staffId })));
  for (const [subject, conversation] of Object.entries(conversations)) {
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.subject, subject));
    if (ticket === undefined) throw new Error(`The demo has no ticket "${subject}".`);
    const { id: ticketId, customerId } = ticket;
    const openedAt = new Date(ticket.createdAt);
    const at = (minutes: number) => new Date(openedAt.getTime() + minutes * 60_000).toISOString();
    const answer = conversation.find(({ by }) => by === 'staff');
    if (answer === undefined) throw new Error(`Nobody answered "${subject}".`);
    const clock = respondClock(
      startClock({ calendar: 'office', minutes: slaMinutes.response.medium }, openedAt),
      new Date(at(answer.minutes)),
    );

    let version = ticket.version;
    for (const { by, minutes, body } of conversation) {
      const common = { ticketId, customerId, body, createdAt: at(minutes) };
      if (by === 'note') {
        await tx.insert(ticketNotes).values({ ...common, position: version, authorId: staffId });
        continue;
      }
      const authorId = by === 'staff' ? staffId : customerUserId;
      const source = by === 'staff' ? 'desk' : 'portal';
      version += 1;
      await tx.insert(ticketMessages).values({ ...common, position: version, authorKind: by, authorId, source });
      if (minutes !== answer.minutes) continue;
      version += 1;
      await tx.insert(ticketEvents).values({
        ticketId,
        customerId,
        position: version,
        kind: 'responded',
        actorKind: 'staff',
        actorId: staffId,
        payload: describeResponse(clock),
        createdAt: at(minutes),
      });
    }
    const last = conversation.findLast(({ by }) => by !== 'note');
    await tx
      .update(tickets)
      .set({
        version,
        assigneeId: staffId,
        slaState: clock.state,
        slaCalendar: clock.calendar,
        firstResponseDueAt: clock.dueAt?.toISOString() ?? null,
        firstRespondedAt: clock.respondedAt?.toISOString() ?? null,
        lastPublicAt: last === undefined ? null : at(last.minutes),
        unreadSince: last?.by === 'customer' && ticket.status !== 'closed' ? at(last.minutes) : null,
      })
      .where(eq(tickets.id, ticketId));
  }
}
