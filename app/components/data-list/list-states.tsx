import type { ReactNode } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';

export function Loading({ what }: { what: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-3 px-6 py-16 text-sm text-muted">
      <Spinner />
      Loading {what}...
    </p>
  );
}

export function LoadError({ what, message, onRetry }: { what: string; message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-6 py-14 text-center">
      <Icon name="circle-alert" className="size-7 text-danger" />
      <div className="grid gap-1">
        <p className="font-semibold">We could not load {what}.</p>
        <p className="text-sm text-muted">{message}</p>
      </div>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        <Icon name="refresh" className="size-4" />
        Try again
      </Button>
    </div>
  );
}

type QueryStateProps = { what: string; query: { error: Error | null; refetch: () => Promise<unknown> } };

/** In place of data that is still loading or could not be loaded. */
export function QueryState({ what, query: { error, refetch } }: QueryStateProps) {
  return error === null ? (
    <Loading what={what} />
  ) : (
    <LoadError what={what} message={error.message} onRetry={() => void refetch()} />
  );
}

export function PartialError({ onRetry }: { onRetry: () => void }) {
  return (
    <p
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-danger-tint px-4 py-2 text-sm text-danger"
    >
      <Icon name="circle-alert" className="size-4" />
      Some rows could not be loaded.
      <button type="button" onClick={onRetry} className="min-h-6 font-semibold underline underline-offset-4">
        Try again
      </button>
    </p>
  );
}

type EmptyStateProps = { what: string; onClear: (() => void) | undefined; children?: ReactNode };

export function EmptyState({ what, onClear, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 px-6 py-16 text-center text-sm text-muted">
      <p role="status">No {what} found.</p>
      {children}
      {onClear && (
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear search and filters
        </Button>
      )}
    </div>
  );
}
