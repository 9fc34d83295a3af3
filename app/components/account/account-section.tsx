import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, isApiError } from '#app/lib/api-client.ts';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import { requiredContext } from '#app/lib/required-context.ts';

type SectionProps = {
  /** For links to it. */ id?: string;
  title: string;
  description: string;
  /** Beside the title. */ badge?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

/** Below a rule: on a wide screen, what it is about stands beside what can be done. */
export function Section({ id, title, description, badge, aside, children }: SectionProps) {
  return (
    <section
      id={id}
      className="grid min-w-0 scroll-mt-32 items-start gap-x-12 gap-y-4 rule-claim pt-4 pb-8 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
    >
      <header className="grid justify-items-start gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-xl">{title}</h2>
          {badge}
        </div>
        <p className="max-w-prose text-sm text-muted">{description}</p>
        {aside}
      </header>
      <div className="grid max-w-3xl min-w-0 gap-4">{children}</div>
    </section>
  );
}

/**
 * Runs a change of who has access: asks for confirmation where the server requires it, reports errors and refetches
 * what is below `queryKey`.
 */
export function useAccountMutation(queryKey = ['security']) {
  const { confirm, onSignedOut } = useConfirmation();
  const client = useQueryClient();
  const messageOf = useErrorMessage();
  const [isBusy, setIsBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();

  const run = async (work: () => Promise<void>): Promise<void> => {
    const trigger = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setIsBusy(true);
    setErrorMessage(undefined);
    try {
      await work().catch(async (error: unknown) => {
        if (!isApiError(error, 'confirmation_required')) throw error;
        // Enabled again while the dialog is open: a disabled button cannot receive focus when it closes.
        setIsBusy(false);
        if (!(await confirm(trigger))) return;
        setIsBusy(true);
        await work();
      });
    } catch (error) {
      if (isApiError(error, 'unauthorized')) onSignedOut();
      setErrorMessage(messageOf(error));
    } finally {
      setIsBusy(false);
      void client.invalidateQueries({ queryKey });
    }
  };
  return { run, isBusy, errorMessage };
}

interface Confirmation {
  /** Asks the user to confirm their identity. False when cancelled; focus returns to `trigger`. */
  confirm: (trigger: HTMLElement | null) => Promise<boolean>;
  onSignedOut: () => void;
}

const [ConfirmationContext, useConfirmation] = requiredContext<Confirmation>('ConfirmationContext');

const loadDialog = () => import('./confirmation-dialog.tsx');
type DialogModule = Awaited<ReturnType<typeof loadDialog>>;

type ProviderProps = {
  /** What is about to be changed. */ description: string;
  onSignedOut: () => void;
  children: ReactNode;
};

export function ConfirmationProvider({ description, onSignedOut, children }: ProviderProps) {
  const [module, setModule] = useState<DialogModule>();
  const [resolve, setResolve] = useState<(isConfirmed: boolean) => void>();
  const { notLoaded } = useCommonCopy().errors;
  const triggerRef = useRef<HTMLElement>(null);
  // Not a part of the first load, and there before it is needed.
  useEffect(() => {
    loadDialog().then(setModule, () => {});
  }, []);
  const confirmation = useMemo(
    () => ({
      onSignedOut,
      confirm: async (trigger: HTMLElement | null) => {
        const loaded = await loadDialog().catch(() => {
          throw new ApiError('not_loaded', notLoaded);
        });
        setModule(loaded);
        triggerRef.current = trigger;
        return new Promise<boolean>((settle) => setResolve(() => settle));
      },
    }),
    [onSignedOut, notLoaded],
  );
  const close = (isConfirmed: boolean) => {
    resolve?.(isConfirmed);
    setResolve(undefined);
  };
  return (
    <ConfirmationContext value={confirmation}>
      {children}
      {module && (
        <module.ConfirmationDialog
          isOpen={resolve !== undefined}
          description={description}
          returnTo={triggerRef}
          onClose={close}
        />
      )}
    </ConfirmationContext>
  );
}
