import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { HealthCopy } from '../copy/desk.fr.ts';
import type { CheckName, CheckState } from '#contract/checks.ts';
import type { DeskHealth } from '../contract/desk-health.ts';
import { canDo, paths, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { ListHeader } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { formatAge } from '#app/desk/components/age.ts';
import { monitoringApi } from '../shared/monitoring-api.ts';

export function Health({ copy: health }: { copy: HealthCopy }) {
  const { copy, me } = useDesk();
  const formats = useFormats();
  const query = useQuery({
    queryKey: ['desk', 'health'],
    queryFn: ({ signal }) => monitoringApi.desk.health.$get({}, { signal }),
    refetchInterval: 60_000,
  });
  useTitle(health.title);
  const { data, dataUpdatedAt } = query;
  const { mail, support, backup, retention, database, files } = health;
  const linkTo = (path: string) => (canDo(me, 'support') ? path : undefined);
  return (
    <section className="grid gap-5">
      <ListHeader title={health.title} description={health.description}>
        {data && (
          <p className="text-sm text-muted">{health.refreshed(formats.time(new Date(dataUpdatedAt).toISOString()))}</p>
        )}
      </ListHeader>
      {data === undefined ? (
        <LoadState query={query} isFramed />
      ) : (
        <>
          <Wall bricks={bricksOf(data, health)} copy={health} />
          <div className="divide-y divide-line border border-line bg-surface">
            <Facts title={mail.title} {...(isFailing(data, 'outbound') && { hint: mail.held })}>
              <Figure label={mail.queued} value={formats.number(data.mail.queued)} />
              <Figure label={mail.failed} value={formats.number(data.mail.failed)} isWarning={data.mail.failed > 0} />
              <State
                label={mail.oldest}
                value={
                  data.mail.oldestQueuedAt === null
                    ? mail.none
                    : formatAge(data.mail.oldestQueuedAt, copy, formats, dataUpdatedAt)
                }
              />
              <State
                label={mail.lastSent}
                value={data.mail.lastSentAt === null ? mail.never : formats.moment(data.mail.lastSentAt)}
              />
            </Facts>
            <Facts title={support.title} hint={support.hint}>
              <Figure
                label={support.overdue}
                value={formats.number(data.support.overdueResponses)}
                isWarning={data.support.overdueResponses > 0}
                to={linkTo(`${paths.queue}?scope=due`)}
              />
              <Figure
                label={support.held}
                value={formats.number(data.support.heldMails)}
                isWarning={data.support.heldMails > 0}
                to={linkTo(paths.mails)}
              />
            </Facts>
            <Facts
              title={backup.title}
              hint={
                data.lastBackupAt === null ? backup.neverHint : isFailing(data, 'backup') ? backup.old : backup.fine
              }
            >
              <State
                label={backup.last}
                value={data.lastBackupAt === null ? backup.never : formats.moment(data.lastBackupAt)}
                isWarning={data.lastBackupAt === null}
              />
              <State
                label={backup.result}
                value={
                  data.hasBackupFailed ? backup.failed : data.lastBackupAt === null ? backup.noResult : backup.succeeded
                }
                isWarning={data.hasBackupFailed}
              />
              <State
                label={backup.lastProof}
                value={data.lastProofAt === null ? backup.neverProven : formats.moment(data.lastProofAt)}
                isWarning={isFailing(data, 'proof')}
              />
              {data.hasProofFailed && <State label={backup.proofResult} value={backup.failed} isWarning />}
            </Facts>
            <Facts title={retention.title} hint={retention.hint}>
              <State
                label={retention.last}
                value={data.lastRetentionAt === null ? retention.never : formats.moment(data.lastRetentionAt)}
              />
            </Facts>
            <Facts
              title={files.title}
              hint={!data.files.isWritable ? files.notWritable : hasRoom(data) ? files.fine : files.full}
            >
              <Figure
                label={files.free}
                value={data.files.freeBytes === null ? files.unknown : formats.bytes(data.files.freeBytes)}
                isWarning={!hasRoom(data)}
              />
              <State label={files.folder} value={data.files.folder} isWarning={!data.files.isWritable} />
            </Facts>
            <Facts title={database.title}>
              <Figure
                label={database.size}
                value={data.database.sizeBytes === null ? database.unknownSize : formats.bytes(data.database.sizeBytes)}
              />
              <State label={database.engine} value={`${database[data.database.engine]} ${data.database.version}`} />
            </Facts>
          </div>
        </>
      )}
    </section>
  );
}

const isFailing = ({ checks }: DeskHealth, name: CheckName) =>
  checks.some((check) => check.name === name && check.state === 'failing');
const hasRoom = ({ files }: DeskHealth) => (files.freeBytes ?? Infinity) > files.reserveBytes;

interface HealthBrick {
  name: string;
  label: string;
  state: CheckState;
}

/**
 * One brick for each check, and for what only this page can tell. A check that passes for want of any result is not monitored yet,
 * except the backup: nobody may believe that there is one.
 */
export function bricksOf(health: DeskHealth, { checks, support, retention }: HealthCopy): HealthBrick[] {
  const { heldMails, overdueResponses } = health.support;
  const faults: Partial<Record<CheckName, boolean>> = {
    mail: health.mail.failed > 0,
    disk: !health.files.isWritable || !hasRoom(health),
  };
  const results: Partial<Record<CheckName, string | null>> = {
    proof: health.lastProofAt,
    mail: health.mail.lastSentAt,
  };
  const stateOf = ({ name, state }: DeskHealth['checks'][number]): CheckState => {
    if (faults[name] === true || (name === 'backup' && health.lastBackupAt === null)) return 'failing';
    return state === 'ok' && results[name] === null ? 'unknown' : state;
  };
  return [
    ...health.checks.map((check) => ({ name: check.name, label: checks.names[check.name], state: stateOf(check) })),
    { name: 'support', label: support.title, state: heldMails + overdueResponses > 0 ? 'failing' : 'ok' },
    { name: 'retention', label: retention.title, state: health.lastRetentionAt === null ? 'failing' : 'ok' },
  ];
}

/** The faulty bricks are yellow, and what is not monitored is only outlined. */
function Wall({ bricks, copy }: { bricks: readonly HealthBrick[]; copy: HealthCopy }) {
  const formats = useFormats();
  const count = (wanted: CheckState) => bricks.filter(({ state }) => state === wanted).length;
  const [faults, unknown] = [count('failing'), count('unknown')];
  const others = copy.counts(formats.plural(count('ok'), copy.fineChecks), formats.plural(unknown, copy.unknownChecks));
  const title = faults > 0 ? formats.plural(faults, copy.faults) : unknown > 0 ? others : copy.fine;
  return (
    <div className="grid gap-3">
      <div role="status">
        <h2 className="text-lg">{title}</h2>
        {faults > 0 && unknown > 0 && <p className="text-sm text-muted">{others}</p>}
      </div>
      <ul aria-label={copy.checks.title} className="health-wall">
        {bricks.map(({ name, label, state }) => (
          <li key={name} data-state={state}>
            <span className="font-semibold">{label}</span>
            <span className="text-sm">{copy.checks.states[state]}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{copy.checks.hint}</p>
    </div>
  );
}

const Facts = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <section className="grid gap-x-8 gap-y-3 px-5 py-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
    <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
    <div className="grid gap-2">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 text-sm xl:grid-cols-4">{children}</dl>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
    </div>
  </section>
);

type FactProps = { label: string; value: string; isWarning?: boolean };

/** A quantity is large, a state is a word. */
const Figure = ({ label, value, isWarning = false, to }: FactProps & { to?: string | undefined }) => (
  <div>
    <dt className="text-xs text-muted">
      {to === undefined ? (
        label
      ) : (
        <Link to={to} className="underline">
          {label}
        </Link>
      )}
    </dt>
    <dd className={classNames('font-heading text-xl font-bold tabular-nums', isWarning && 'text-sun-ink')}>{value}</dd>
  </div>
);

const State = ({ label, value, isWarning = false }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="wrap-anywhere tabular-nums">{isWarning ? <Badge variant="warning">{value}</Badge> : value}</dd>
  </div>
);
