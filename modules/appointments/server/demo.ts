import { appointments, hosts } from './appointment-schema.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { appointmentKinds, defaultWeeklyHours } from '#contract/appointments.ts';
import type { Days } from '#api/lib/demo-days.ts';

type Guest = { staffId: string; userId: string; customerId: string; name: string; company: string; email: string };

/** One host with the usual hours, and one appointment that took place. */
export async function insertAppointments(
  tx: Transaction,
  { moment }: Days,
  { staffId, ...guest }: Guest,
): Promise<void> {
  const [host] = await tx
    .insert(hosts)
    .values({ userId: staffId, weekly: defaultWeeklyHours, kinds: [...appointmentKinds] })
    .returning({ id: hosts.id });
  if (host === undefined) throw new Error('The demo host was not created.');
  const startsAt = moment(-20, 10);
  await tx.insert(appointments).values({
    ...guest,
    hostId: host.id,
    kind: 'cybersecurity',
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 45 * 60_000).toISOString(),
    status: 'done',
    meeting: 'video',
    bookedAt: moment(-25),
    answers: { additionalInfo: 'Sauvegardes et accès à distance des associés.' },
  });
}
