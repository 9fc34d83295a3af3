/** Limits that forms state and the server enforces. Without zod, so that the browser can import the values. */

// product §9.
export const minPasswordLength = 6;
export const maxPasswordLength = 128;
export const maxCodeLength = 40;
export const maxPasskeyNameLength = 100;

export const maxPersonNameLength = 100;

export const maxCompanyNameLength = 200;

export const maxTicketSubjectLength = 200;
export const maxTicketDescriptionLength = 10_000;

/** People of a customer, with those who are invited. */
export const maxPeople = 200;
export const maxWatchers = 50;

/** Tags of one ticket, and names of tags in all. */
export const maxTicketTags = 20;
export const maxTags = 500;
export const maxTagLength = 40;
/** Tickets of one change. */
export const maxChangedTickets = 200;

export const defaultPageSize = 50;
export const maxPageSize = 500;
export const maxSearchLength = 200;
export const maxStatuses = 10;
export const maxStatusListLength = 300;

// Statuses are sent in one URL parameter, separated by commas.
const longestStatus = maxStatusListLength / maxStatuses - 1;
/** Whether the status filter can contain this status. */
export const canFilterBy = (status: string) => status !== '' && status.length <= longestStatus && !status.includes(',');

/** Whether a text shows anything: spaces and characters without a glyph, such as U+200B, U+2060 and U+FEFF, do not. */
export const hasVisibleText = (value: string) => /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);

const hiddenMarks = '[\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff]';
/**
 * Characters that show nothing and change what is around them: directional marks, embeddings, overrides and isolates, which would
 * show a subject or a name in another order than it has, and spaces without a width, with which two names look the same.
 */
export const hasHiddenMarks = (value: string) => new RegExp(hiddenMarks).test(value);
/** For what is searched, sent or stored: our own Arabic sentences isolate the values in them. */
export const withoutHiddenMarks = (value: string) => value.replaceAll(new RegExp(hiddenMarks, 'g'), '');

/** With one passkey and no password, a lost device would lock its owner out. */
export const minPasskeysWithoutPassword = 2;
