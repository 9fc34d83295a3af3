import { useEffect } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { PrintHead } from '#app/components/layout/print-head.tsx';
import { ToastOutlet } from '#app/components/layout/toast-outlet.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { CommonCopyContext, FormatsContext } from '#app/lib/portal-context.ts';
import stylesUrl from '#app/styles/portal.css?url';
import { company } from '#content/site.ts';
import { language } from './language.ts';

const { common, formats, lang, shell } = language;

export const handle = { lang };
export const links = () => [{ rel: 'stylesheet', href: stylesUrl }];
export const meta = () => [
  { title: `${shell.title} – ${company.name}` },
  { name: 'description', content: shell.tagline },
  { name: 'robots', content: 'noindex, nofollow' },
];

export default function PortalLayout() {
  const { state } = useNavigation();
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { hydrated: '', painted: '' });
  }, []);
  return (
    <>
      {state === 'loading' && <div className="navigation-progress" />}
      <div className="wrap">
        <ScriptNotice>{shell.noScript(company.phone, company.email)}</ScriptNotice>
      </div>
      <PrintHead company={company.name} contact={`${company.email}, ${company.phone}`} />
      <FormatsContext value={formats}>
        <CommonCopyContext value={common}>
          <Outlet />
        </CommonCopyContext>
      </FormatsContext>
      <ToastOutlet labels={shell.toasts} />
    </>
  );
}
