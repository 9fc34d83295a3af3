import type { Settings } from '#api/lib/env.ts';
import { changeLead, convertLead, markLeadRead } from '../change-leads.ts';
import { countLeads, getLead, listLeads } from '../desk-leads.ts';
import { getLeadFigures } from '../lead-figures.ts';
import { addLeadNote, answerSlot, type ReplySettings, replyToLead } from '../lead-messages.ts';
import { replyHeaders } from '#contract/conversation.ts';
import {
  answerSlotSchema,
  changeLeadSchema,
  convertLeadSchema,
  deskLeadSchema,
  deskLeadsPage,
  deskLeadsQuery,
  leadCountsSchema,
  leadFiguresQuery,
  leadFiguresSchema,
  leadReplySchema,
  newLeadNoteSchema,
} from '../../contract/desk-leads.ts';
import { deskIdQuery } from '#contract/desk-session.ts';
import { dashboardPermissions } from '#contract/staff.ts';
import { created, createDeskRouter, get, jsonBody, ok, permissions, post } from '#api/routes/router.ts';

const conflict = { 409: ['changed_meanwhile'] } as const;
const keyReused = { 422: ['idempotency_key_reused'] } as const;

type Given = Pick<Settings, 'mailInDomain' | 'leadsTo'>;

const replySettingsOf = ({ mailInDomain, leadsTo }: Given): ReplySettings => ({
  repliesComeBack: mailInDomain !== undefined,
  replyDomain: mailInDomain,
  leadsTo,
});

/** Leads of public forms, where they are delivered. */
export function deskLeadRoutes(given: Given) {
  const settings = replySettingsOf(given);
  return createDeskRouter('support')
    .openapi(
      get('/leads', 'Leads of public forms, newest first', {
        request: { query: deskLeadsQuery },
        responses: ok(deskLeadsPage, { 400: ['invalid_cursor'] }),
      }),
      async (c) => c.json(await listLeads(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      get('/leads/counts', 'How many leads each view of the inbox has', { responses: ok(leadCountsSchema) }),
      async (c) => c.json(await countLeads(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      get('/leads/figures', 'Leads by month, form and page, and how many were answered in time', {
        ...permissions(...dashboardPermissions),
        request: { query: leadFiguresQuery },
        responses: ok(leadFiguresSchema),
      }),
      async (c) => c.json(await getLeadFigures(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      get('/leads/detail', 'A lead with its notes and mails', {
        request: { query: deskIdQuery },
        responses: ok(deskLeadSchema),
      }),
      async (c) => c.json(await getLead(c.get('database'), c.get('caller'), settings, c.req.valid('query').id), 200),
    )
    .openapi(
      post('/leads/mark-read', 'Mark a new lead as read', {
        request: jsonBody(deskIdQuery),
        responses: ok(deskLeadSchema),
      }),
      async (c) =>
        c.json(await markLeadRead(c.get('database'), c.get('caller'), settings, c.req.valid('json').id), 200),
    )
    .openapi(
      post('/leads/change', 'Change tray, status or assignee of a lead', {
        request: jsonBody(changeLeadSchema),
        responses: ok(deskLeadSchema, conflict),
      }),
      async (c) => c.json(await changeLead(c.get('database'), c.get('caller'), settings, c.req.valid('json')), 200),
    )
    .openapi(
      post('/leads/add-note', 'Write an internal note, which the prospect cannot see', {
        request: { ...jsonBody(newLeadNoteSchema), headers: replyHeaders },
        responses: created(deskLeadSchema, keyReused),
      }),
      async (c) => {
        const key = c.req.valid('header')['Idempotency-Key'];
        return c.json(await addLeadNote(c.get('database'), c.get('caller'), settings, c.req.valid('json'), key), 201);
      },
    )
    .openapi(
      post('/leads/reply', 'Reply to the prospect by mail', {
        request: { ...jsonBody(leadReplySchema), headers: replyHeaders },
        responses: created(deskLeadSchema, { ...conflict, ...keyReused }),
      }),
      async (c) => {
        const key = c.req.valid('header')['Idempotency-Key'];
        return c.json(await replyToLead(c.get('database'), c.get('caller'), settings, c.req.valid('json'), key), 201);
      },
    )
    .openapi(
      post(
        '/leads/answer-slot',
        'Confirm the slot of a consultation, propose another, or decline it: with an invitation',
        {
          request: { ...jsonBody(answerSlotSchema), headers: replyHeaders },
          responses: created(deskLeadSchema, { ...conflict, ...keyReused }),
        },
      ),
      async (c) => {
        const key = c.req.valid('header')['Idempotency-Key'];
        return c.json(await answerSlot(c.get('database'), c.get('caller'), settings, c.req.valid('json'), key), 201);
      },
    )
    .openapi(
      post('/leads/convert', 'Remember the customer or the ticket that was created from a lead', {
        request: jsonBody(convertLeadSchema),
        responses: ok(deskLeadSchema, conflict),
      }),
      async (c) => c.json(await convertLead(c.get('database'), c.get('caller'), settings, c.req.valid('json')), 200),
    );
}
