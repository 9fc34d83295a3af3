import { company } from '#api/lib/company.ts';
import type { Settings } from '#api/lib/env.ts';
import type { MailPolicy } from '#api/mail/inbound/judge-mail.ts';

export type MailPolicySettings = Pick<
  Settings,
  'siteUrl' | 'mailFrom' | 'mailAuthservId' | 'mailInDomain' | 'mailInAddresses'
>;

export function mailPolicyOf({
  siteUrl,
  mailFrom,
  mailAuthservId,
  mailInDomain,
  mailInAddresses,
  mailInTickets,
}: MailPolicySettings & Partial<Pick<Settings, 'mailInTickets'>>): MailPolicy {
  const sender = /<([^>]+)>/.exec(mailFrom ?? '')?.[1] ?? mailFrom ?? company.email;
  return {
    siteHost: new URL(siteUrl).hostname,
    ownAddresses: [sender.toLowerCase()],
    authservId: mailAuthservId,
    domain: mailInDomain,
    addresses: mailInAddresses,
    opensTickets: mailInTickets === 'members',
  };
}
