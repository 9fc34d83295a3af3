import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { BrickPicture } from '#app/components/ui/brick-picture.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import type { LoadCopy } from '#content/portal/en/shell.ts';
import type { Rows } from './use-rows.ts';

export function Loading({ children }: { children: string }) {
  return (
    <p role="status" className="loading flex items-center justify-center gap-3 px-6 py-16 text-sm text-muted">
      <Spinner />
      {children}
    </p>
  );
}

/** Stands for what nobody waits for, as nothing above depends on it. */
export const LoadingUnseen = () => <span className="loading" hidden />;

type FailedProps = { title: string; message: string; retry: string; onRetry: () => void };

export function Failed({ title, message, retry, onRetry }: FailedProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-6 py-14 text-center">
      <BrickPicture variant="fallen" />
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-muted">{message}</p>
      </div>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        <Icon name="refresh" className="size-4" />
        {retry}
      </Button>
    </div>
  );
}

type LoadErrorProps = { title: string; error: unknown; onRetry: () => void };

export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  const { tryAgain } = useCommonCopy();
  const messageOf = useErrorMessage();
  return <Failed title={title} message={messageOf(error)} retry={tryAgain} onRetry={onRetry} />;
}

/** Stands where a list or a card will be. */
export const Framed = ({ children }: { children: ReactNode }) => <div className="records-frame">{children}</div>;

type QueryStateProps = {
  copy: LoadCopy;
  query: { error: Error | null; refetch: () => Promise<unknown> };
  isFramed?: boolean;
};

/** In place of data that is still loading or could not be loaded. */
export function QueryState({ copy, query: { error, refetch }, isFramed = false }: QueryStateProps) {
  const Frame = isFramed ? Framed : Fragment;
  return (
    <Frame>
      {error === null ? (
        <Loading>{copy.loading}</Loading>
      ) : (
        <LoadError title={copy.failed} error={error} onRetry={() => void refetch()} />
      )}
    </Frame>
  );
}

type EmptyStateProps = { text: string; clear?: string; onClear?: (() => void) | undefined; children?: ReactNode };

export function EmptyState({ text, clear, onClear, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 px-6 py-14 text-center text-sm text-muted">
      <BrickPicture variant="missing" />
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

type LoadMoreProps = {
  rows: Pick<Rows<unknown>, 'isLoadingMore' | 'hasMoreFailed' | 'loadMore'>;
  copy: { more: string; moreFailed: string };
};

/** Loads by itself when it comes near the viewport; after a failure only when pressed. */
export function LoadMore({ rows, copy }: LoadMoreProps) {
  const { isLoadingMore, hasMoreFailed, loadMore } = rows;
  const button = useRef<HTMLButtonElement>(null);
  const load = useEffectEvent(() => {
    if (!hasMoreFailed) void loadMore();
  });
  useEffect(() => {
    if (button.current === null || isLoadingMore) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load();
      },
      { rootMargin: '400px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isLoadingMore]);
  return (
    <div className="grid justify-items-center gap-2 py-2 print:hidden">
      {hasMoreFailed && (
        <p role="alert" className="text-sm text-danger">
          {copy.moreFailed}
        </p>
      )}
      <Button ref={button} variant="secondary" size="sm" onClick={() => void loadMore()} aria-busy={isLoadingMore}>
        {isLoadingMore ? <Spinner className="size-4" /> : <Icon name="arrow-down" className="size-4" />}
        {copy.more}
      </Button>
    </div>
  );
}
