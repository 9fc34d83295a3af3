import type { MailData, Template } from '#api/mail/mail.ts';

/** One mail in one language, before it is drawn. All of it is plain text: drawing escapes it. */
export interface Words {
  subject: string;
  /** What a mailbox shows beside the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  button: { label: string; link: string };
  /** Said below the button. */
  after: string[];
}

export type WordsOf = { [Name in Template]: (data: MailData[Name], company: string) => Words };

export interface Frame {
  greeting: string;
  linkFallback: string;
  automatic: (company: string) => string;
}
