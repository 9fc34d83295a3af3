import { z } from 'zod';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { Viewer, ViewTicket } from '#contract/live.ts';
import { viewingExpiry } from '#contract/staff.ts';
import { noTicket } from '#api/services/tickets/ticket-store.ts';

// Who has a ticket open at the desk. In the memory of every instance, told by NOTIFY: nothing is stored, and an instance that
// has just started knows everybody again after one interval.

const viewingSchema = z.object({
  ticketId: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  isViewing: z.boolean(),
});

export interface ViewerList {
  apply(notification: unknown): void;
  removeExpired(): void;
  list(): Viewer[];
}

export function createViewerList(onChange: () => void, now = () => performance.now()): ViewerList {
  const viewers = new Map<string, Viewer & { expiresAt: number }>();
  const removeExpired = () => {
    const before = viewers.size;
    for (const [key, { expiresAt }] of viewers) if (expiresAt <= now()) viewers.delete(key);
    if (viewers.size < before) onChange();
  };
  return {
    apply(notification) {
      const { success, data } = viewingSchema.safeParse(notification);
      if (!success) return;
      const { isViewing, ...viewer } = data;
      const key = `${viewer.ticketId} ${viewer.userId}`;
      const isKnown = viewers.has(key);
      if (isViewing) viewers.set(key, { ...viewer, expiresAt: now() + viewingExpiry });
      else viewers.delete(key);
      if (isKnown !== isViewing) onChange();
    },
    removeExpired,
    list() {
      removeExpired();
      return [...viewers.values()].map(({ ticketId, userId, name }) => ({ ticketId, userId, name }));
    },
  };
}

const announce = {
  name: 'announce-viewer',
  text: `SELECT pg_notify('ticket_viewers',
      json_build_object('ticketId', tickets.id, 'userId', user_id, 'name', name, 'isViewing', $2::boolean)::text)
    FROM tickets, staff_members WHERE tickets.id = $1 AND user_id = app_staff_id()`,
};

/** Tells every instance that the staff member has the ticket open, or has left it. */
export async function announceViewer(database: Database, caller: Caller, { id, isViewing }: ViewTicket): Promise<void> {
  const statement = { ...announce, values: [id, isViewing] };
  const [rows] = await runAsStaff(database, caller, { needs: ['support'] }, statement);
  if (rows?.length !== 1) throw noTicket;
}
