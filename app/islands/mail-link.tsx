import { createRoot } from 'react-dom/client';
import { MailLinkDialog } from '#app/features/mail-links/mail-link-dialog.tsx';
import { api } from '#app/lib/api-client.ts';
import { mailLinkCopy } from '#content/pages/mail-links.ts';

const security = '/customer-portal/security';
const newPassword = '/customer-auth?view=forgot';

const undoEmailChange = (token: string) => api.auth['undo-email-change'].$post({ json: { token } });

const kinds = {
  verify: {
    send: (token: string, password: string) => api.auth['verify-email'].$post({ json: { token, password } }),
    question: mailLinkCopy.verify,
    leadsTo: { done: '/customer-auth', expired: '/customer-auth?view=verify' },
  },
  'confirm-email': {
    send: (token: string) => api.auth['confirm-email'].$post({ json: { token } }),
    question: mailLinkCopy.confirmEmail,
    leadsTo: { done: security, expired: security },
  },
  'cancel-email': {
    send: undoEmailChange,
    question: mailLinkCopy.cancelEmail,
    leadsTo: { done: newPassword, expired: '/contact' },
  },
  'revert-email': {
    send: undoEmailChange,
    question: mailLinkCopy.revertEmail,
    leadsTo: { done: newPassword, expired: '/contact' },
  },
};

export type MailLinkKind = keyof typeof kinds;

let close = () => {};

/** Asks before it acts: mail scanners open links too, and opening one must change nothing. */
export function showMailLink(kind: MailLinkKind, token: string) {
  close();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  close = () => {
    root.unmount();
    container.remove();
  };
  root.render(<MailLinkDialog {...kinds[kind]} token={token} copy={mailLinkCopy} onClose={() => close()} />);
}
