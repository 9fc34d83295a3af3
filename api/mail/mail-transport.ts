export interface OutgoingMail {
  id: string;
  template: string;
  recipient: string;
  createdAt: Date;
  subject: string;
  text: string;
  html: string;
  link: string;
}

/** Takes a mail for good, or throws. Taking the same mail twice leaves its reader with one that they know for the same. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
