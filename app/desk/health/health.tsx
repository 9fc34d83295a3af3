import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { HealthCopy } from '#content/desk/fr/health.ts';
import type { CheckName } from '#contract/checks.ts';
import { canDo, paths, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { ListHeader } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { formatAge } from '#app/desk/components/age.ts';

export function Health({ copy: health }: { copy: HealthCopy }) {
  const { copy, me } = useDesk();
  const formats = useFormats();
  const query = useQuery({
    queryKey: ['desk', 'health'],
    queryFn: ({ signal }) => api.desk.health.$get({}, { signal }),
    refetchInterval: 60_000,
  });
  useTitle(health.title);
  const { data, dataUpdatedAt } = query;
  const { checks, mail, support, backup, retention, database, files } = health;
  const linkTo = (path: string) => (canDo(me, 'support') ? path : undefined);
  const isFailing = (name: CheckName) =>
    data?.checks.some((check) => check.name === name && check.state === 'failing') === true;
  const isBackupFine = !isFailing('backup');
  const hasRoom = (data?.files.freeBytes ?? Infinity) > (data?.files.reserveBytes ?? 0);
  const stateOf = (isFine: boolean) => ({ isFine, label: isFine ? health.good : health.warning });
  return (
    <section className="grid gap-5">
      <ListHeader title={health.title}>
        {data && (
          <p className="text-sm text-muted">{health.refreshed(formats.time(new Date(dataUpdatedAt).toISOString()))}</p>
        )}
      </ListHeader>
      <p className="-mt-3 text-sm text-muted">{health.description}</p>
      {data === undefined ? (
        <LoadState query={query} isFramed />
      ) : (
        <div className="grid gap-4 md:grid-cols-2">
          <Card
            title={checks.title}
            icon="shield-check"
            state={stateOf(data.checks.every(({ state }) => state !== 'failing'))}
            hint={checks.hint}
          >
            {data.checks.map(({ name, state }) => (
              <Fact
                key={name}
                label={checks.names[name]}
                value={checks.states[state]}
                isWarning={state === 'failing'}
              />
            ))}
          </Card>
          <Card title={mail.title} icon="mail" state={stateOf(data.mail.failed === 0 && !isFailing('mail'))}>
            <Fact label={mail.queued} value={formats.number(data.mail.queued)} isLarge />
            <Fact
              label={mail.oldest}
              value={
                data.mail.oldestQueuedAt === null
                  ? mail.none
                  : formatAge(data.mail.oldestQueuedAt, copy, formats, dataUpdatedAt)
              }
            />
            <Fact label={mail.failed} value={formats.number(data.mail.failed)} />
            <Fact
              label={mail.lastSent}
              value={data.mail.lastSentAt === null ? mail.never : formats.moment(data.mail.lastSentAt)}
            />
          </Card>
          <Card
            title={support.title}
            icon="life-buoy"
            state={stateOf(data.support.heldMails + data.support.overdueResponses === 0)}
            hint={support.hint}
          >
            <Fact
              label={support.overdue}
              value={formats.number(data.support.overdueResponses)}
              to={linkTo(`${paths.queue}?scope=due`)}
              isLarge
            />
            <Fact label={support.held} value={formats.number(data.support.heldMails)} to={linkTo(paths.mails)} />
          </Card>
          <Card
            title={backup.title}
            icon="download"
            state={stateOf(isBackupFine && !isFailing('proof'))}
            hint={data.lastBackupAt === null ? backup.neverHint : isBackupFine ? backup.fine : backup.old}
          >
            <Fact
              label={backup.last}
              value={data.lastBackupAt === null ? backup.never : formats.moment(data.lastBackupAt)}
              isLarge
            />
            <Fact
              label={backup.result}
              value={
                data.hasBackupFailed ? backup.failed : data.lastBackupAt === null ? backup.never : backup.succeeded
              }
              isWarning={data.hasBackupFailed}
            />
            <Fact
              label={backup.lastProof}
              value={data.lastProofAt === null ? backup.neverProven : formats.moment(data.lastProofAt)}
              isWarning={isFailing('proof')}
            />
            {data.hasProofFailed && <Fact label={backup.proofResult} value={backup.failed} isWarning />}
          </Card>
          <Card
            title={retention.title}
            icon="clock"
            state={stateOf(data.lastRetentionAt !== null)}
            hint={retention.hint}
          >
            <Fact
              label={retention.last}
              value={data.lastRetentionAt === null ? retention.never : formats.moment(data.lastRetentionAt)}
              isLarge
            />
          </Card>
          <Card
            title={files.title}
            icon="file-text"
            state={stateOf(data.files.isWritable && hasRoom && !isFailing('disk'))}
            hint={!data.files.isWritable ? files.notWritable : hasRoom ? files.fine : files.full}
          >
            <Fact
              label={files.free}
              value={data.files.freeBytes === null ? files.unknown : formats.bytes(data.files.freeBytes)}
              isLarge
            />
            <Fact label={files.folder} value={data.files.folder} />
          </Card>
          <Card title={database.title} icon="network" state={stateOf(true)}>
            <Fact
              label={database.engine}
              value={`${database[data.database.engine]} ${data.database.version}`}
              isLarge
            />
            <Fact
              label={database.size}
              value={data.database.sizeBytes === null ? database.unknownSize : formats.bytes(data.database.sizeBytes)}
            />
          </Card>
        </div>
      )}
    </section>
  );
}

type CardProps = {
  title: string;
  icon: string;
  state: { isFine: boolean; label: string };
  hint?: string;
  children: ReactNode;
};

function Card({ title, icon, state: { isFine, label }, hint, children }: CardProps) {
  return (
    <section className="grid content-start gap-4 border border-line bg-surface p-5 sm:p-6">
      <div className="flex items-center justify-between gap-3">
        <h2 className="flex items-center gap-2.5 text-lg">
          <Icon name={icon} className="size-5 text-azure" />
          {title}
        </h2>
        <Badge variant={isFine ? 'success' : 'warning'}>{label}</Badge>
      </div>
      <dl className="grid gap-3 text-sm sm:grid-cols-2">{children}</dl>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
    </section>
  );
}

type FactProps = { label: string; value: string; to?: string | undefined; isLarge?: boolean; isWarning?: boolean };

function Fact({ label, value, to, isLarge = false, isWarning = false }: FactProps) {
  return (
    <div className={isLarge ? 'sm:col-span-2' : undefined}>
      <dt className="text-xs text-muted">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="underline">
            {label}
          </Link>
        )}
      </dt>
      <dd className={isLarge ? 'font-heading text-2xl font-bold tabular-nums' : 'tabular-nums'}>
        {isWarning ? <Badge variant="warning">{value}</Badge> : value}
      </dd>
    </div>
  );
}
