import { plural } from '../../plural.ts';
import { company } from '../../site.ts';
import { common } from './shell.ts';
import { loadState } from './phrases.ts';

const targets = (response: string, resolution?: string) =>
  `First answer within ${response}${resolution === undefined ? '' : ` and resolution within ${resolution}`}`;

/** What a ticket's conversation says in the portal and at the desk (content/desk/conversation.ts): both show it with app/components/conversation. */
export const conversation = {
  thread: {
    title: 'Conversation',
    earlier: {
      show: 'Show earlier messages',
      loading: 'Loading...',
      failed: 'They could not be loaded. Please try again.',
    },
    newerFailed: 'New messages could not be loaded.',
    retry: common.tryAgain,
    newMessage: (name: string) => `New message from ${name}`,
    /** For the reader, and for those whose name is not known. */
    names: { you: 'You', customer: 'A former user', staff: company.name, system: company.name },
    /** Beside a name. */
    roles: { staff: company.name, system: company.name } as Partial<Record<'customer' | 'staff' | 'system', string>>,
    byMail: 'By email',
    unverified: 'By email, sender not verified',
    newTab: 'opens in a new tab',
    withdrawn: 'Message withdrawn',
    showAll: 'Show all',
    showLess: 'Show less',
    /** Where the office's clock shows another time than the reader's. */
    atOffice: (here: string, there: string) => `${here} (${there} in ${company.city})`,
  },
  events: {
    names: { you: 'You', customer: 'A former user', staff: 'Our team', system: 'Our team' },
    /** Within a sentence. */
    aFormerUser: 'a former user',
    otherTicket: 'another ticket',
    closedBySilence: 'Closed automatically after 7 days without a reply',
    nowStatus: (status: string) => `Now ${status}`,
    statusChanged: (actor: string, status: string) => `${actor} changed the status to ${status}`,
    reopened: (actor: string) => `${actor} reopened the ticket`,
    assigned: (person: string) => `${person} takes care of this ticket`,
    unassigned: 'Nobody of our team is assigned at the moment',
    respondedOutsideHours: 'First answer outside office hours, in time',
    respondedInTime: 'First answer, in time',
    respondedInTimeAfter: (duration: string) => `First answer after ${duration}, in time`,
    respondedLate: 'First answer, late',
    respondedLateAfter: (duration: string) => `First answer after ${duration}, late`,
    responseMissed: 'We did not answer in time',
    resolutionMissed: 'We did not resolve it in time',
    rated: (rating: string) => `Our help was rated: ${rating}`,
    ratings: { good: 'Good', okay: 'Okay', bad: 'Bad' } as Record<string, string>,
    watcherAdded: (actor: string, person: string) => `${actor} added ${person}`,
    watcherRemoved: (actor: string, person: string) => `${actor} removed ${person}`,
    mergedInto: <Ticket>(ticket: Ticket) => ['Merged into ', ticket],
    mergedFrom: <Ticket>(ticket: Ticket) => [ticket, ' was merged into this ticket'],
    followed: <Ticket>(ticket: Ticket) => ['Followed by ', ticket],
    priorities: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
    priorityChanged: (actor: string, priority: string) => `${actor} changed the priority to ${priority}`,
    subjectChanged: (actor: string, subject: string) => `${actor} changed the subject, which was “${subject}”`,
    customerChanged: (actor: string) => `${actor} assigned this ticket to your company`,
    withdrawn: (actor: string) => `${actor} withdrew a message`,
    /** From a newer server. */
    unknown: (event: string) => event,
  },
  files: {
    choose: 'Attach files',
    limits: 'Up to 10 files of 25 MB each.',
    drop: 'You can also paste or drop them.',
    chosen: 'Files to send',
    uploading: (name: string) => `Uploading ${name}`,
    uploaded: (name: string) => `${name} is ready to be sent`,
    remove: (name: string) => `Remove ${name}`,
    tooLarge: 'This file is larger than 25 MB.',
    tooMany: 'A message can have 10 files.',
    unfinished: 'Please wait for the upload of the files, or remove those that were not uploaded.',
    list: 'Files',
    download: (name: string) => `Download ${name}`,
    downloading: 'Downloading...',
    pending: 'Being checked for viruses',
    infected: 'A virus was found in this file: it cannot be opened.',
    unavailable: 'This file is not available.',
    viewer: {
      title: 'Pictures of this ticket',
      position: (at: string, total: string) => `Picture ${at} of ${total}`,
      previous: 'Previous picture',
      next: 'Next picture',
      close: 'Close',
    },
  },
  composer: {
    sending: 'Sending...',
    missing: 'Please write something.',
    tooLong: (max: string, length: string) => `Please use at most ${max} characters: these are ${length}.`,
    notSent: (reason: string) => `Your reply was not sent. ${reason}`,
    alreadySent:
      'An earlier attempt did go through: your text is in the conversation. Send again only to add another one.',
    changed: 'This ticket has changed meanwhile. This is how it is now.',
    merged: <Ticket>(ticket: Ticket) => ['This ticket was merged into ', ticket, '. Your reply is added there.'],
  },
  people: {
    title: 'People',
    openedFor: 'Opened for',
    you: '(you)',
    watching: 'Watching',
    nobodyElse: 'Nobody else yet.',
    remove: 'Remove',
    removed: (name: string) => `${name} no longer watches this ticket.`,
    added: (email: string) => `${email} sees this ticket now.`,
    add: 'Add',
    addLabel: 'Add a colleague',
    invalidEmail: 'Please enter the email address of a colleague.',
  },
  related: {
    title: 'Related tickets',
    invoice: 'Invoice',
    follows: 'Follows',
    followedBy: 'Followed by',
    mergedInto: 'Merged into',
    mergedFrom: 'Merged from',
  },
};
export type ConversationCopy = typeof conversation;

/** The page of a ticket in the portal. */
export const ticketPage = {
  load: loadState('this ticket'),
  notFound: {
    title: 'Ticket not found',
    description:
      'There is no such ticket, or you may not see it. If a colleague sent you this link, they can add you to the people who see the ticket.',
  },
  about: 'About this ticket',
  status: 'Status',
  priority: 'Priority',
  copyNumber: 'Copy ticket number',
  goToReply: 'Go to the reply',
  /** A ticket that staff opened, after a call or from a mail. */
  opened: {
    ourTeam: 'our team',
    forYou: (name: string) => `Opened for you by ${name}.`,
    forSomebody: (person: string, name: string) => `Opened for ${person} by ${name}.`,
    by: (name: string) => `Opened by ${name}.`,
    fromMail: (sender: string) => `The text is from a mail of ${sender}, sender not verified.`,
  },
  changes: {
    failed: 'Nothing was changed',
    solved: {
      label: 'Solved by ourselves',
      done: { title: 'Ticket closed', description: 'If the problem comes back, reply here within 14 days.' },
    },
    urgent: {
      label: 'It has become urgent',
      done: { title: 'The ticket is urgent now', description: 'Our team is told at once.' },
    },
  },
  sla: {
    none: 'This ticket has no fixed answer time.',
    at: (moment: string) => `${moment} (${company.city})`,
    due: (at: string) => `Answer due by ${at}`,
    kept: (at: string) => `Answered in time: ${at}`,
    late: (at: string, due: string) => `Answered late: ${at}. It was due by ${due}. We are sorry.`,
    missed: (due: string) => `Our answer was due by ${due}. We missed it, and we are sorry.`,
    paused: 'We wait for your answer. Until then, the time for ours stands still.',
    hours: plural({ one: () => 'one hour', other: (count) => `${count} hours` }),
    /** The targets by calendar. */
    terms: {
      office: (response: string, resolution?: string) =>
        `${targets(response, resolution)}, counted in office hours (Monday to Friday, 8:00 to 18:00 in ${company.city}).`,
      continuous: (response: string, resolution?: string) =>
        `${targets(response, resolution)}, counted around the clock.`,
    },
    resolutionDue: (due: string) => `Resolution due by ${due}.`,
    resolutionMissed: (due: string) => `The resolution was due by ${due}. We missed it, and we are sorry.`,
  },
  rating: {
    title: 'How was our help?',
    choices: { good: 'Good', okay: 'Okay', bad: 'Bad' },
    thanks: 'Thank you. You can change your answer for two weeks after the ticket was resolved.',
    comment: 'Anything to add? (optional)',
    send: 'Send comment',
    sent: 'Your comment was sent.',
  },
  reply: {
    /** By what a reply does. */
    titles: {
      reply: 'Reply',
      answer: 'Does it work now?',
      reopen: 'Reply and reopen',
      follow_up: 'Open a follow-up ticket',
      merged: 'Reply',
    },
    submit: {
      reply: 'Send reply',
      works: 'It works, thank you',
      broken: 'It is still broken',
      reopen: 'Send and reopen',
      follow_up: 'Open follow-up ticket',
      merged: 'Send reply',
    },
    /** Where the ticket stays the same. */
    sent: {
      reply: 'Your reply was sent.',
      works: 'Thank you for telling us. The ticket is closed.',
      broken: 'The ticket is open again.',
      reopen: 'The ticket is open again.',
    },
    keys: 'or Ctrl + Enter (⌘ + Enter)',
    label: 'Your message',
    answerLabel: 'Anything to add? (optional)',
    hint: 'Lists (-), quotes (>), `code` and links are shown as such.',
    resolved: plural({
      other: (days) =>
        `We think that this is resolved. Without a word from you, the ticket is closed after ${days} days.`,
    }),
    closed: 'This ticket is closed. Your reply reopens it.',
    closedUntil: (day: string) => `This ticket is closed. Your reply reopens it, until ${day}.`,
    /** Within the sentence below. */
    days: plural({ other: (count) => `${count} days` }),
    closedForLong: (days: string, ticketNumber: string) =>
      `This ticket was closed more than ${days} ago. Your message opens a new ticket that follows ${ticketNumber}, with the same people.`,
    waiting: 'We wait for your answer.',
    followUp: {
      title: 'Follow-up ticket opened',
      description: (created: string, before: string) => `${created} follows ${before}.`,
    },
    elsewhere: { title: 'Reply sent', description: (ticketNumber: string) => `It was added to ${ticketNumber}.` },
  },
  people: {
    openedBy: 'Opened by',
    assignee: `At ${company.name}`,
    notAssigned: 'Not assigned yet',
    stop: 'Stop watching',
    confirmStop: 'You will no longer see this ticket. Press the button again if that is what you want.',
    stopped: 'You no longer watch this ticket.',
    noLongerSeen: 'You no longer see this ticket',
    placeholder: 'Email address',
  },
};
export type TicketPageCopy = typeof ticketPage;
