import { MailLinkDialog } from '#app/features/mail-links/mail-link-dialog.tsx';
import { mailLinkWords } from '#content/pages/mail-links.ts';
import type { MailLinkKind } from './mail-link-kinds.ts';

type MailLinkProps = { kind: MailLinkKind; token: string; onClose: () => void };

const security = '/customer-portal?view=security';
const newPassword = '/customer-auth?view=forgot';

const links = {
  verify: {
    door: '/auth/verify-email',
    question: mailLinkWords.verify,
    leadsTo: { done: '/customer-auth', expired: '/customer-auth?view=verify' },
  },
  'confirm-email': {
    door: '/auth/confirm-email',
    question: mailLinkWords.confirmEmail,
    leadsTo: { done: security, expired: security },
  },
  'cancel-email': {
    door: '/auth/undo-email-change',
    question: mailLinkWords.cancelEmail,
    leadsTo: { done: newPassword, expired: '/contact' },
  },
  'revert-email': {
    door: '/auth/undo-email-change',
    question: mailLinkWords.revertEmail,
    leadsTo: { done: newPassword, expired: '/contact' },
  },
};

/** What a link in a mail asks for. Opening it has changed nothing: programs that read mails open links too. */
export function MailLink({ kind, token, onClose }: MailLinkProps) {
  return <MailLinkDialog {...links[kind]} token={token} onClose={onClose} words={mailLinkWords} />;
}
