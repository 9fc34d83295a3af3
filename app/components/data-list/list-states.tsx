import type { ReactNode } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import type { LoadCopy } from '#content/portal/en/common.ts';
import { useListsCopy } from './lists-copy.ts';

export function Loading({ children }: { children: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-3 px-6 py-16 text-sm text-muted">
      <Spinner />
      {children}
    </p>
  );
}

type LoadErrorProps = { title: string; error: unknown; onRetry: () => void };

export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  const { tryAgain } = useCommonCopy();
  const messageOf = useErrorMessage();
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-6 py-14 text-center">
      <Icon name="circle-alert" className="size-7 text-danger" />
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-muted">{messageOf(error)}</p>
      </div>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        <Icon name="refresh" className="size-4" />
        {tryAgain}
      </Button>
    </div>
  );
}

type QueryStateProps = { copy: LoadCopy; query: { error: Error | null; refetch: () => Promise<unknown> } };

/** In place of data that is still loading or could not be loaded. */
export function QueryState({ copy, query: { error, refetch } }: QueryStateProps) {
  return error === null ? (
    <Loading>{copy.loading}</Loading>
  ) : (
    <LoadError title={copy.failed} error={error} onRetry={() => void refetch()} />
  );
}

export function PartialError({ onRetry }: { onRetry: () => void }) {
  const { partlyFailed } = useListsCopy();
  const { tryAgain } = useCommonCopy();
  return (
    <p
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-danger-tint px-4 py-2 text-sm text-danger"
    >
      <Icon name="circle-alert" className="size-4" />
      {partlyFailed}
      <button type="button" onClick={onRetry} className="min-h-6 font-semibold underline underline-offset-4">
        {tryAgain}
      </button>
    </p>
  );
}

type EmptyStateProps = { text: string; onClear: (() => void) | undefined; children?: ReactNode };

export function EmptyState({ text, onClear, children }: EmptyStateProps) {
  const { clear } = useListsCopy();
  return (
    <div className="grid justify-items-center gap-4 px-6 py-16 text-center text-sm text-muted">
      <p role="status">{text}</p>
      {children}
      {onClear && (
        <Button variant="secondary" size="sm" onClick={onClear}>
          {clear}
        </Button>
      )}
    </div>
  );
}
