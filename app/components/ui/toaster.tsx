import * as Toast from '@radix-ui/react-toast';
import type { StoredToast } from '#app/lib/toast.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type ToasterProps = {
  toasts: StoredToast[];
  onDismiss: (id: number) => void;
  labels: { region: string; close: string };
};

/** Long enough to read twice. Hover and focus pause it. */
const shownForMs = 8000;

export function Toaster({ toasts, onDismiss, labels }: ToasterProps) {
  return (
    <Toast.Provider
      duration={shownForMs}
      label={labels.region}
      // Out of the screen, on the side where it stands.
      swipeDirection={document.dir === 'rtl' ? 'left' : 'right'}
    >
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          type="background"
          {...(toast.action && toast.action.isOptional !== true && { duration: Infinity })}
          onOpenChange={(isOpen) => !isOpen && onDismiss(toast.id)}
          className={classNames(
            // An open dialog disables pointer events on the rest of the page.
            'pointer-events-auto flex items-start gap-3 border bg-surface p-4 shadow-float animate-rise',
            toast.variant === 'destructive' ? 'border-danger' : 'border-line',
          )}
        >
          <Icon
            name={toast.variant === 'destructive' ? 'circle-alert' : 'badge-check'}
            className={classNames('mt-0.5 size-5', toast.variant === 'destructive' ? 'text-danger' : 'text-success')}
          />
          <div className="min-w-0 grow">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="text-sm text-muted">{toast.description}</Toast.Description>
            )}
            {toast.action && (
              <Toast.Action asChild altText={toast.action.label}>
                <a
                  href={toast.action.to}
                  className="mt-1 inline-block py-1.5 text-sm font-semibold text-azure underline-offset-4 hover:underline"
                >
                  {toast.action.label}
                </a>
              </Toast.Action>
            )}
          </div>
          <Toast.Close
            aria-label={labels.close}
            className="-m-2 grid size-10 place-items-center rounded-md hover:bg-tint"
          >
            <Icon name="x" className="size-4" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        label={labels.region}
        // Under the header on a phone: at the bottom it would cover the form that it speaks of, and the action bar.
        className="fixed top-16 end-0 z-50 flex w-full max-w-md flex-col gap-3 p-4 outline-none sm:top-auto sm:bottom-0 print:hidden"
      />
    </Toast.Provider>
  );
}
