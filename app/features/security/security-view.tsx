import { queryOptions, useQuery } from '@tanstack/react-query';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { ConfirmationProvider, Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { securityQuery } from '#app/components/account/security-query.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatMoment } from '#app/lib/formats.ts';
import { toast } from '#app/lib/toast.ts';
import type { OpenSessions } from '#contract/auth.ts';
import { EmailSection, PasskeysSection, PasswordSection } from './credential-sections.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { TotpSection } from './totp-section.tsx';

const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: ({ signal }) => api.auth['list-sessions'].$get({}, { signal }),
});

type OpenSession = OpenSessions['sessions'][number];

export function SecurityView({ onSignedOut }: { onSignedOut: () => void }) {
  const query = useQuery(securityQuery);
  const { data } = query;
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <div>
        <h2 className="text-2xl">Security</h2>
        <p className="mt-1 text-sm text-muted">How your account is protected, and where it is in use.</p>
      </div>
      {data === undefined ? (
        <div className="records-frame">
          <QueryState what="your security settings" query={query} />
        </div>
      ) : (
        <ConfirmationProvider
          description="You are about to change how your account is protected."
          onSignedOut={onSignedOut}
        >
          <SessionsSection />
          <TotpSection hasTotp={data.hasTotp} recoveryCodesLeft={data.recoveryCodesLeft} />
          <PasskeysSection passkeys={data.passkeys} />
          <PasswordSection email={data.email} />
          <EmailSection email={data.email} />
          <NotificationsSection />
        </ConfirmationProvider>
      )}
    </div>
  );
}

const nameOf = ({ browser, system }: OpenSession) =>
  `${browser ?? 'Unknown browser'} on ${system ?? 'an unknown system'}`;

function SessionsSection() {
  const query = useQuery(sessionsQuery);
  const { data } = query;
  const { run, isBusy, errorMessage } = useAccountMutation();
  const others = data?.sessions.filter(({ isCurrent }) => !isCurrent) ?? [];
  const current = data?.sessions.filter(({ isCurrent }) => isCurrent) ?? [];

  const end = (session: OpenSession) =>
    run(async () => {
      await api.auth['revoke-session'].$post({ json: { id: session.id } });
      toast({ title: 'Session signed out', description: `${nameOf(session)} no longer has access.` });
    });
  const endOthers = () =>
    run(async () => {
      await api.auth['revoke-other-sessions'].$post();
      toast({ title: 'Signed out everywhere else', description: 'Only this browser still has access.' });
    });

  return (
    <Section
      title="Where you are signed in"
      icon="monitor"
      description="Sign out what you do not recognise, then change your password."
      aside={
        others.length > 1 && (
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void endOthers()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <FormError message={errorMessage} />
      {data === undefined ? (
        <QueryState what="your sessions" query={query} />
      ) : (
        <ul className="-my-4 divide-y divide-line">
          {[...current, ...others].map((session) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 text-sm font-semibold">
                  {nameOf(session)}
                  {session.isCurrent && <Badge variant="success">This browser</Badge>}
                </p>
                <p className="mt-0.5 text-xs text-muted">
                  Signed in {formatMoment(session.createdAt)}
                  {session.ipAddress !== null && ` from ${session.ipAddress}`}
                </p>
              </div>
              {!session.isCurrent && (
                <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void end(session)}>
                  <Icon name="log-out" className="size-4" />
                  Sign out
                  <span className="sr-only"> {nameOf(session)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && others.length === 0 && (
        <p className="border-t border-line pt-4 text-sm text-muted">You are signed in nowhere else.</p>
      )}
    </Section>
  );
}
