import { z } from 'zod';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { Viewer, ViewTicket } from '#contract/live.ts';
import { typingExpiry, viewingExpiry } from '#contract/staff.ts';
import { noTicket } from '#api/services/tickets/ticket-store.ts';

// Who has a ticket open at the desk. In the memory of every instance, told by NOTIFY: nothing is stored, and an instance that
// has just started knows everybody again after one interval.

const viewingSchema = z.object({
  ticketId: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  isViewing: z.boolean(),
  // Another version may not say it.
  isTyping: z.boolean().default(false),
});

export interface ViewerList {
  apply(notification: unknown): void;
  removeExpired(): void;
  list(): Viewer[];
}

export function createViewerList(onChange: () => void, now = () => performance.now()): ViewerList {
  const viewers = new Map<string, Omit<Viewer, 'isTyping'> & { expiresAt: number; typesUntil: number }>();
  const removeExpired = () => {
    let hasChanged = false;
    for (const [key, viewer] of viewers) {
      const isGone = viewer.expiresAt <= now();
      const hasStopped = viewer.typesUntil > 0 && viewer.typesUntil <= now();
      if (isGone) viewers.delete(key);
      else if (hasStopped) viewer.typesUntil = 0;
      hasChanged ||= isGone || hasStopped;
    }
    if (hasChanged) onChange();
  };
  return {
    apply(notification) {
      const { success, data } = viewingSchema.safeParse(notification);
      if (!success) return;
      const { isViewing, isTyping, ...viewer } = data;
      const key = `${viewer.ticketId} ${viewer.userId}`;
      const known = viewers.get(key);
      const typesUntil = isTyping ? now() + typingExpiry : 0;
      if (isViewing) viewers.set(key, { ...viewer, expiresAt: now() + viewingExpiry, typesUntil });
      else viewers.delete(key);
      const wasTyping = known !== undefined && known.typesUntil > 0;
      if ((known !== undefined) !== isViewing || (isViewing && wasTyping !== isTyping)) onChange();
    },
    removeExpired,
    list() {
      removeExpired();
      return [...viewers.values()].map(({ ticketId, userId, name, typesUntil }) => ({
        ticketId,
        userId,
        name,
        isTyping: typesUntil > 0,
      }));
    },
  };
}

const announce = {
  name: 'announce-viewer',
  text: `SELECT pg_notify('ticket_viewers',
      json_build_object('ticketId', tickets.id, 'userId', user_id, 'name', name, 'isViewing', $2::boolean,
        'isTyping', $3::boolean)::text)
    FROM tickets, staff_members WHERE tickets.id = $1 AND user_id = app_staff_id()`,
};

/** Tells every instance that the staff member has the ticket open, or has left it. */
export async function announceViewer(
  database: Database,
  caller: Caller,
  { id, isViewing, isTyping }: ViewTicket,
): Promise<void> {
  const statement = { ...announce, values: [id, isViewing, isTyping] };
  const [rows] = await runAsStaff(database, caller, { needs: ['support'] }, statement);
  if (rows?.length !== 1) throw noTicket;
}
