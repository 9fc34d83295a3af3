import type { MailLinkKind } from './mail-link.tsx';

/** Links in mails open the home page with one of these in the fragment. */
const mailLinkKinds: MailLinkKind[] = ['verify', 'confirm-email', 'cancel-email', 'revert-email'];

/** The dialog is fetched only when the fragment has a token. */
function openMailLink() {
  const [, name, token] = /^#([a-z-]+)=(.*)/.exec(location.hash) ?? [];
  const kind = mailLinkKinds.find((known) => known === name);
  const failure = document.querySelector<HTMLElement>('[data-mail-link-failure]');
  if (failure === null || kind === undefined || token === undefined) return;
  import('./mail-link.tsx').then(
    ({ showMailLink }) => {
      // The token must not stay in the history, in a bookmark or on a shared screen.
      history.replaceState(history.state, '', '/');
      showMailLink(kind, token);
    },
    // The token stays in the URL, so that a reload tries again.
    () => {
      failure.hidden = false;
    },
  );
}

export function watchMailLinks() {
  openMailLink();
  addEventListener('hashchange', openMailLink);
}
