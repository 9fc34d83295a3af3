import { MailLinkDialog } from '#app/features/mail-links/mail-link-dialog.tsx';
import { mailLinkWords } from '#content/pages/mail-links.ts';

type MailLinkProps = { kind: string; token: string; onClose: () => void };

/** What a link in a mail asks for. Opening it has changed nothing: programs that read mails open links too. */
export function MailLink({ kind, token, onClose }: MailLinkProps) {
  return kind === 'verify' ? (
    <MailLinkDialog
      door="/auth/verify-email"
      token={token}
      onClose={onClose}
      words={mailLinkWords}
      question={mailLinkWords.verify}
      leadsTo={{ done: '/customer-auth', expired: '/customer-auth?view=verify' }}
    />
  ) : (
    <MailLinkDialog
      door="/auth/confirm-email"
      token={token}
      onClose={onClose}
      words={mailLinkWords}
      question={mailLinkWords.confirmEmail}
      leadsTo={{ done: '/customer-portal?view=security', expired: '/customer-portal?view=security' }}
    />
  );
}
