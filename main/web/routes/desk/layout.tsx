import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { ToastOutlet } from '#app/components/layout/toast-outlet.tsx';
import { LogoMark } from '#app/components/layout/logo.tsx';
import { PrintHead } from '#app/components/layout/print-head.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { AuthProvider, useAuth } from '#app/features/auth/auth.tsx';
import { signInPathFrom } from '#app/features/auth/return-path.ts';
import { canDo, DeskContext, meQuery, messageOf, type NewTicketProps } from '#app/desk/components/desk-context.ts';
import { Loading } from '#app/desk/components/desk-list.tsx';
import { ClosedScreen, Shell } from '#app/desk/shell/shell.tsx';
import { ApiError, isApiError } from '#app/lib/api-client.ts';
import { preloadCopy, useCopy } from '#app/lib/copy.ts';
import { firstLanguage, LanguageProvider, useHydratedScreen } from '#app/lib/language.tsx';
import { CurrencyContext, FormatsContext } from '#app/lib/portal-context.ts';
import { createQueryClient } from '#app/lib/query-client.ts';
import { keepReplies } from '#app/lib/reply-draft.ts';
import { toast } from '#app/lib/toast.ts';
import portalStylesUrl from '#app/styles/portal.css?url';
import deskStylesUrl from '#app/styles/desk.css?url';
import { company } from '#content/site.ts';
import { deskLanguages, type PortalLanguage } from '#contract/languages.ts';
import { contact } from '../portal/contact.ts';
import { deskCopy, deskFormats } from './language.ts';

preloadCopy(deskLanguages, deskCopy, deskFormats);

// The desk works without it: what is open is read every minute.
const LiveUpdates = lazy(async () => {
  const module = await import('#app/desk/shell/live-updates.tsx').catch(() => undefined);
  return { default: module?.LiveUpdates ?? ((_props: { owner: string }) => <></>) };
});

// The desk works without it: in the language that was chosen in this browser.
const StoredLanguage = lazy(async () => {
  const module = await import('#app/features/auth/stored-language.tsx').catch(() => undefined);
  return { default: module?.StoredLanguage ?? (() => <></>) };
});

/** Undefined if the network fails. */
async function withCopy<Dialog extends { loadCopy: (language: PortalLanguage) => Promise<unknown> }>(
  loading: Promise<Dialog>,
): Promise<Dialog | undefined> {
  try {
    const module = await loading;
    await module.loadCopy(firstLanguage(deskLanguages));
    return module;
  } catch {
    return undefined;
  }
}

const NewTicket = lazy<ComponentType<NewTicketProps>>(async () => {
  const module = await withCopy(import('./new-ticket.tsx'));
  return { default: module?.NewTicket ?? NotLoaded };
});

// The desk works without it if the network fails.
const KeyboardHelp = lazy(async () => {
  const module = await withCopy(import('./keyboard-help.tsx'));
  return { default: module?.KeyboardHelp ?? (() => <></>) };
});

function NotLoaded({ onClose }: NewTicketProps) {
  const { desk: copy } = useCopy(deskCopy);
  useEffect(() => {
    toast({ source: 'new-ticket', title: copy.errors.offline, variant: 'destructive' });
    onClose();
  }, [copy, onClose]);
  return null;
}

export const handle = { lang: deskLanguages[0] };
export const links = () => [
  { rel: 'stylesheet', href: portalStylesUrl },
  { rel: 'stylesheet', href: deskStylesUrl },
];
export const meta = () => [{ name: 'robots', content: 'noindex, nofollow' }];

export default function DeskLayout() {
  const { state } = useNavigation();
  return (
    <>
      {state === 'loading' && <div className="navigation-progress" />}
      <LanguageProvider offered={deskLanguages}>
        <Suspense>
          <Screen />
        </Suspense>
      </LanguageProvider>
    </>
  );
}

function Screen() {
  const { desk: copy } = useCopy(deskCopy);
  const formats = useCopy(deskFormats);
  useHydratedScreen();
  return (
    <>
      <title>{`${copy.name} – ${company.name}`}</title>
      <ScriptNotice>{copy.states.noScript}</ScriptNotice>
      <FormatsContext value={formats}>
        <AuthProvider>
          <SignedIn />
          <Suspense>
            <StoredLanguage />
          </Suspense>
        </AuthProvider>
      </FormatsContext>
      <ToastOutlet labels={copy.toasts} />
    </>
  );
}

function Opening() {
  const { desk: copy } = useCopy(deskCopy);
  return (
    <main id="contenu" className="grid min-h-dvh place-items-center">
      <Spinner label={copy.states.session} className="size-10" />
    </main>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { desk: copy } = useCopy(deskCopy);
  return (
    <main id="contenu" className="grid min-h-dvh place-items-center">
      <div role="alert" className="grid justify-items-center gap-4 p-6 text-center">
        <h1 className="text-xl">{copy.states.failed}</h1>
        <p className="text-muted">{messageOf(error, copy)}</p>
        <Button onClick={onRetry}>{copy.states.retry}</Button>
      </div>
    </main>
  );
}

function SignedIn() {
  const { loading, failure, user, currency, refresh, expire } = useAuth();
  const location = useLocation();
  if (loading) return <Opening />;
  if (failure !== null) return <Failed error={failure} onRetry={() => void refresh()} />;
  if (user === null) return <Navigate to={signInPathFrom(location)} replace />;
  return <Staff key={user.id} currency={currency ?? 'EUR'} onSignedOut={expire} />;
}

/** Keyed by user: cached data of one user is never shown to another. */
function Staff({ currency, onSignedOut }: { currency: string; onSignedOut: () => void }) {
  const [client] = useState(() => createQueryClient({ onSignedOut }));
  return (
    <QueryClientProvider client={client}>
      <CurrencyContext value={currency}>
        <DeskScreen currency={currency} onSignedOut={onSignedOut} />
      </CurrencyContext>
    </QueryClientProvider>
  );
}

const closingCodes = ['second_factor_required', 'desk_session_expired'] as const;
const closes = (error: unknown): ApiError | undefined =>
  error instanceof ApiError && closingCodes.some((code) => code === error.code) ? error : undefined;

/** The first error that says that the session no longer opens the desk. It replaces the screen, whichever request got it. */
function useClosingError(): [ApiError | undefined, (error: unknown) => void] {
  const client = useQueryClient();
  const [closing, setClosing] = useState<ApiError>();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const error = closes(event.action.error);
        setClosing((known) => known ?? error);
      }),
    [client],
  );
  return [closing, (error) => setClosing((known) => known ?? closes(error))];
}

function DeskScreen({ currency, onSignedOut }: { currency: string; onSignedOut: () => void }) {
  const { desk: copy } = useCopy(deskCopy);
  const me = useQuery(meQuery);
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const location = useLocation();
  const [message, setMessage] = useState('');
  const [closing, setClosing] = useClosingError();
  const [isLeaving, setLeaving] = useState(false);

  const leave = async (to: string) => {
    // Nothing of the desk asks once more meanwhile: the response would say that the session has expired.
    setLeaving(true);
    const { error } = await signOut();
    if (error === null) return void navigate(to, { replace: true });
    setLeaving(false);
    toast({ source: 'sign-out', title: messageOf(error, copy), variant: 'destructive' });
  };
  const signInAgain = async () => {
    const restoreReplies = keepReplies(sessionStorage);
    await leave(signInPathFrom(location));
    restoreReplies();
  };
  if (isLeaving) return <Opening />;
  const closed = closing ?? closes(me.error);
  if (closed !== undefined) {
    const isExpired = closed.code === 'desk_session_expired';
    const { title, description, action } = isExpired ? copy.closed.expired : copy.closed.secondFactor;
    return (
      <ClosedScreen
        title={title}
        description={description}
        action={{ label: action, onClick: () => void signInAgain() }}
        {...(isExpired
          ? {}
          : { secondary: { label: copy.closed.secondFactor.setUp, to: '/customer-portal/security' } })}
      />
    );
  }
  if (isApiError(me.error, 'not_found')) {
    const { title, description, action } = copy.closed.notStaff;
    return <ClosedScreen title={title} description={description} action={{ label: action, to: '/customer-portal' }} />;
  }
  if (me.data === undefined)
    return me.error === null || isApiError(me.error, 'unauthorized') ? (
      <Opening />
    ) : (
      <Failed error={me.error} onRetry={() => void me.refetch()} />
    );
  const reportError = (error: unknown) => {
    setClosing(error);
    if (isApiError(error, 'unauthorized')) onSignedOut();
  };
  return (
    <DeskContext value={{ copy, me: me.data, currency, announce: setMessage, reportError, NewTicket, KeyboardHelp }}>
      <PrintHead company={company.name} contact={`${contact.email}, ${contact.phone}`} />
      <Shell
        logo={<LogoMark className="h-9 w-auto shrink-0" />}
        companyName={company.name}
        message={message}
        onSignOut={() => void leave('/customer-auth?next=%2Fdesk')}
      >
        {/* A screen's copy. */}
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </Shell>
      {canDo(me.data, 'support') && (
        <Suspense>
          <LiveUpdates owner={me.data.userId} />
        </Suspense>
      )}
    </DeskContext>
  );
}
