import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { ConfirmationProvider, Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { securityQuery } from '#app/components/account/security-query.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { OpenSessions } from '#contract/auth.ts';
import { EmailSection, PasskeysSection, PasswordSection } from './credential-sections.tsx';
import { Protection } from './protection.tsx';
import { useSecurityCopy } from './security-copy.ts';
import { TotpSection } from './totp-section.tsx';

const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: ({ signal }) => api.auth.sessions.$get({}, { signal }),
});

type OpenSession = OpenSessions['sessions'][number];

export function SecurityView({ onSignedOut }: { onSignedOut: () => void }) {
  const copy = useSecurityCopy();
  const query = useQuery(securityQuery);
  const { data } = query;
  const [enrolmentCode, setEnrolmentCode] = useState('');
  const enrolment = data?.needsEnrolmentCode === true ? { enrolmentCode } : {};
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="text-2xl">{copy.title}</h2>
        <p className="mt-1 text-sm text-muted">{copy.description}</p>
      </div>
      {data === undefined ? (
        <QueryState copy={copy.load} query={query} isFramed />
      ) : (
        <ConfirmationProvider description={copy.confirmation} onSignedOut={onSignedOut}>
          <Protection {...data} />
          {data.needsEnrolmentCode && <EnrolmentSection code={enrolmentCode} onCode={setEnrolmentCode} />}
          <SessionsSection />
          <TotpSection {...data} enrolment={enrolment} />
          <PasskeysSection {...data} enrolment={enrolment} />
          <PasswordSection {...data} />
          <EmailSection email={data.email} />
        </ConfirmationProvider>
      )}
    </div>
  );
}

type EnrolmentSectionProps = { code: string; onCode: (code: string) => void };

/** For staff without a second factor. The code is sent with the factor that they add below. */
function EnrolmentSection({ code, onCode }: EnrolmentSectionProps) {
  const { enrolment: copy } = useSecurityCopy();
  return (
    <Section title={copy.title} description={copy.description}>
      <div className="max-w-md">
        <TextField
          label={copy.label}
          name="enrolment-code"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={40}
          placeholder="xxxx-xxxx-xxxx-xxxx"
          hint={copy.hint}
          value={code}
          onChange={({ target }) => onCode(target.value)}
        />
      </div>
    </Section>
  );
}

function SessionsSection() {
  const { sessions: copy } = useSecurityCopy();
  const nameOf = ({ browser, system }: OpenSession) =>
    copy.device(browser ?? copy.unknownBrowser, system ?? copy.unknownSystem);
  const formats = useFormats();
  const query = useQuery(sessionsQuery);
  const { data } = query;
  const { run, isBusy, errorMessage } = useAccountMutation();
  const end = (session: OpenSession) =>
    run(async () => {
      await api.auth.sessions.revoke.$post({ json: { id: session.id } });
      toast({ title: copy.signedOut.title, description: copy.signedOut.description(nameOf(session)) });
    });
  const endOthers = () =>
    run(async () => {
      await api.auth.sessions['revoke-others'].$post();
      toast(copy.signedOutOthers);
    });

  if (data === undefined) return <QueryState copy={copy.load} query={query} isFramed />;
  const others = data.sessions.filter(({ isCurrent }) => !isCurrent);
  const current = data.sessions.filter(({ isCurrent }) => isCurrent);
  return (
    <Section
      title={copy.title}
      description={copy.description}
      aside={
        others.length > 1 && (
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void endOthers()}>
            {copy.signOutOthers}
          </Button>
        )
      }
    >
      <FormError message={errorMessage} />
      <ul className="-mt-3.5 divide-y divide-line">
        {[...current, ...others].map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 text-sm font-semibold">
                {nameOf(session)}
                {session.isCurrent && <Badge variant="success">{copy.current}</Badge>}
              </p>
              <p className="mt-0.5 text-xs text-muted">
                {session.ipAddress === null
                  ? copy.signedIn(formats.moment(session.signedInAt))
                  : copy.signedInFrom(formats.moment(session.signedInAt), session.ipAddress)}
                {!session.isCurrent && copy.lastUsed(formats.moment(session.lastUsedAt))}
              </p>
            </div>
            {!session.isCurrent && (
              <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void end(session)}>
                <Icon name="log-out" className="size-4" />
                {copy.signOut}
                <span className="sr-only"> {nameOf(session)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 && <p className="text-sm text-muted">{copy.noOthers}</p>}
    </Section>
  );
}
