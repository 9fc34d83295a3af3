import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from '#app/lib/router/router.tsx';

/** Links in mails end on the home page (decisions.md), with a token in the fragment. Only then is anything more fetched. */
export function useMailLink(): ReactNode {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [panel, setPanel] = useState<ReactNode>();
  useEffect(() => {
    const [, kind, token] = /^#(verify|confirm-email)=(.*)/.exec(hash) ?? [];
    if (kind === undefined || token === undefined) return;
    // At once: neither the history, nor a bookmark, nor a screen that is shared keeps it.
    navigate('/', { replace: true, keepScroll: true });
    import('./mail-link.tsx').then(
      ({ MailLink }) => setPanel(<MailLink key={token} kind={kind} token={token} onClose={() => setPanel(null)} />),
      () => {},
    );
  }, [hash, navigate]);
  return panel;
}
