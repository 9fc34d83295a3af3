import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';
import { ApiError, isApiError } from '#app/lib/api-client.ts';
import { useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import { requiredContext } from '#app/lib/required-context.ts';

type SectionProps = {
  /** For links to it. */ id?: string;
  title: string;
  icon: string;
  description: string;
  aside?: ReactNode;
  children: ReactNode;
};

export function Section({ id, title, icon, description, aside, children }: SectionProps) {
  return (
    <section id={id} className="min-w-0 border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-b border-line px-5 py-4">
        <div className="flex min-w-0 flex-1 basis-48 gap-3">
          <Icon name={icon} className="mt-0.5 size-5 text-azure" />
          <div className="min-w-0">
            <h2 className="font-sans text-base font-semibold tracking-normal">{title}</h2>
            <p className="mt-0.5 text-sm text-muted">{description}</p>
          </div>
        </div>
        {aside}
      </header>
      <div className="grid gap-4 px-5 py-4">{children}</div>
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
