import { type ReactNode, useEffect, useState } from 'react';
import { toast, type ToastMessage } from '#app/lib/toast.ts';
import { useLocation, useNavigate } from '#app/lib/router/router.tsx';
import { mailLinkKinds } from './mail-link-kinds.ts';

/** Links in mails end on the home page (product §6), with a token in the fragment. Only then is anything more fetched. */
export function useMailLink(unreachable: ToastMessage): ReactNode {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [panel, setPanel] = useState<ReactNode>();
  useEffect(() => {
    const [, given, token] = /^#([a-z-]+)=(.*)/.exec(hash) ?? [];
    const kind = mailLinkKinds.find((known) => known === given);
    if (kind === undefined || token === undefined) return;
    import('./mail-link.tsx').then(
      ({ MailLink }) => {
        // Neither the history, nor a bookmark, nor a screen that is shared keeps it.
        navigate('/', { replace: true, keepScroll: true });
        setPanel(<MailLink key={token} kind={kind} token={token} onClose={() => setPanel(null)} />);
      },
      // It stays in the address, to be tried again.
      () => toast({ ...unreachable, look: 'destructive' }),
    );
  }, [hash, navigate, unreachable]);
  return panel;
}
