import { useQuery } from '@tanstack/react-query';
import { LoadError, Loading } from '#app/components/data-list/list-states.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatMoment } from '#app/lib/formats.ts';
import { toast } from '#app/lib/toast.ts';
import { FormError } from './form-error.tsx';
import { Section } from './section.tsx';
import { type OpenSession, sessionsQuery } from './security-queries.ts';
import { useAccountMutation } from './use-account-mutation.ts';

const nameOf = ({ browser, system }: OpenSession) =>
  `${browser ?? 'Unknown browser'} on ${system ?? 'an unknown system'}`;

export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery);
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
      {data === undefined && error === null && <Loading what="your sessions" />}
      {data === undefined && error !== null && (
        <LoadError what="your sessions" message={error.message} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
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
