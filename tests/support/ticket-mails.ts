import { afterAll, expect } from 'vitest';
import { type Api, makeCustomer } from './api.ts';
import type { TestDatabase } from './database.ts';
import { setUpDesk } from './desk.ts';
import { startNotifications } from './notifications.ts';

/** Mails about a change are due after this many seconds. */
export const due = 91;

/** Two staff members, and customers with tickets that mails are sent about. */
export async function setUpTicketMails(database: TestDatabase, api: Api) {
  const { desk, portal, makeTicket } = setUpDesk(database, api);
  const notifications = await startNotifications(database);
  afterAll(() => notifications.close());
  const staff = await desk({ permissions: ['support'] });
  const boss = await desk({ permissions: ['support'] });

  /** A customer with a ticket of which everybody has been told. */
  const setUp = async (more: object = {}) => {
    const owner = await makeCustomer(database, 'Cabinet Masséna');
    const visitor = portal(owner);
    const ticket = await visitor.post('/api/portal/tickets', {
      subject: 'Printer on fire',
      description: 'It smokes <b>badly</b>.',
      ...more,
    });
    expect(ticket.status).toBe(201);
    const mails = await notifications.after(due);
    return { owner, visitor, id: ticket.body.id as string, number: ticket.body.ticketNumber as string, mails };
  };
  const versionOf = async (id: string) => (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body.version as number;
  const reply = async (id: string, body: string, next = 'reply', who = staff) => {
    const answer = await who.post('/api/desk/tickets/reply', { id, version: await versionOf(id), body, next });
    expect(answer.status).toBe(201);
  };
  return { portal, makeTicket, notifications, staff, boss, setUp, versionOf, reply };
}
