import { id, type PersonalData } from '#api/lib/personal-data.ts';

// Tickets and what belongs to them, of a customer or of a user: `where` says whose.

export const tickets = (about: string, where: string): PersonalData => ({
  name: 'tickets',
  about,
  table: 'tickets',
  where,
  columns: {
    id,
    ticket_number: 'ticket number',
    short_number: 'its short number',
    subject: 'as it was written',
    description: 'as it was written',
    priority: 'urgent, high, medium, low',
    topic: 'support or billing',
    status: 'open, in_progress, waiting_customer, resolved, closed',
    author_id: 'the user who wrote it (see users)',
    requester_id: 'the user for whom it was opened (see users)',
    origin: 'how it came: portal, desk, email, operator',
    unverified_sender: 'the sender of the mail it was opened from, if that is not certain',
    created_at: 'when it was written',
    first_response_due_at: 'when the first response is due',
    first_responded_at: 'when we first responded',
    resolved_at: 'when it was resolved',
    closed_at: 'when it was closed',
    follows_ticket_id: 'the ticket that it follows',
    merged_into_id: 'the ticket of which it is a duplicate',
  },
});

export const attachments = (where: string): PersonalData => ({
  name: 'attachments',
  about: 'Files of support tickets. Their contents are in the folder files, by sha256',
  table: 'attachments',
  where,
  columns: {
    id,
    ticket_id: 'the ticket (see tickets)',
    message_id: 'the message it was sent with (see ticket_messages)',
    file_name: 'its name',
    content_type: 'its type',
    size: 'its size in bytes',
    sha256: 'its hash, which is its name in the folder files',
    state: 'whether it was checked for viruses: clean, infected, pending, unscanned',
    uploaded_by: 'the user who uploaded it (see users)',
    attached_at: 'when it was sent',
    created_at: 'when it was uploaded',
  },
});

export const inboundMails = (where: string): PersonalData => ({
  name: 'inbound_mails',
  about: 'Mails that we received',
  table: 'inbound_mails',
  where,
  order: 'stored.received_at, stored.id',
  columns: {
    id,
    from_address: 'sender',
    sender: 'sender, as its mail server named it',
    recipients: 'recipients',
    subject: 'as it was written',
    full_text: 'as it was written',
    file_count: 'number of files',
    authentication: 'whether our mail server verified the sender: passed, failed, unchecked',
    state: 'received, held, published or discarded',
    reason: 'why it was not published at once',
    ticket_id: 'the ticket (see tickets)',
    user_id: 'the user (see users)',
    received_at: 'when we received it',
    decided_at: 'when we decided about it',
  },
});

export const reads: PersonalData = {
  name: 'ticket_reads',
  about: 'What this user has seen of support tickets',
  table: 'ticket_reads',
  where: 'stored.user_id = ANY(subject.users)',
  order: 'stored.user_id, stored.ticket_id',
  columns: {
    user_id: 'whose it is (see users)',
    ticket_id: 'the ticket (see tickets)',
    version: 'how much of it: one for each message and event',
  },
};

/** `where` gets the column of the user. */
export const conversations = (where: (user: string) => string): PersonalData[] => [
  {
    name: 'ticket_messages',
    about: 'Messages in support tickets',
    table: 'ticket_messages',
    where: where('author_id'),
    columns: {
      id,
      ticket_id: 'the ticket (see tickets)',
      author_kind: 'customer, staff or system (us)',
      author_id: 'the user who wrote it (see users)',
      body: 'as it was written',
      source: 'portal, desk (ours) or email',
      created_at: 'when it was written',
    },
  },
  {
    name: 'ticket_events',
    about: 'What happened to support tickets',
    table: 'ticket_events',
    where: where('actor_id'),
    columns: {
      id,
      ticket_id: 'the ticket (see tickets)',
      kind: 'what',
      actor_kind: 'customer, staff or system (us)',
      actor_id: 'the user who did it (see users)',
      payload: 'further details',
      created_at: 'when',
    },
  },
  {
    name: 'ticket_watchers',
    about: 'Users who watch support tickets',
    table: 'ticket_watchers',
    where: where('user_id'),
    order: 'stored.created_at, stored.ticket_id, stored.user_id',
    columns: {
      ticket_id: 'the ticket (see tickets)',
      user_id: 'the user (see users)',
      created_at: 'since when',
    },
  },
];
