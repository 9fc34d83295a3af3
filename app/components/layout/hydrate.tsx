import { Component, type ComponentType, type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ErrorMessage, type ErrorProps } from '#app/components/layout/error-screen.tsx';
import { ToastOutlet } from '#app/components/layout/toast-outlet.tsx';
import { subscribeToToasts } from '#app/lib/toast.ts';

type BoundaryProps = { failure: ErrorProps; onError: () => void; children: ReactNode };

/** A failing island shows its error in place; the rest of the page is static HTML. */
class ErrorBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    return this.state.hasFailed ? <ErrorMessage {...this.props.failure} /> : this.props.children;
  }
}

function AfterHydration({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}

let isMountingToasts = false;

/** Mounts the toasts of all islands with the first one. */
function mountToasts() {
  if (isMountingToasts) return;
  isMountingToasts = true;
  const unsubscribe = subscribeToToasts(() => {
    unsubscribe();
    const container = document.body.appendChild(document.createElement('div'));
    createRoot(container).render(<ToastOutlet labels={{ region: 'Notifications', close: 'Fermer' }} />);
  });
}

/** Resolves after hydration. A transition, so that no single task blocks the page. */
export const hydrate = (element: HTMLElement, Island: ComponentType<object>, failure: ErrorProps) =>
  new Promise<void>((resolve) => {
    mountToasts();
    const { island = '', props = '{}' } = element.dataset;
    startTransition(() => {
      hydrateRoot(
        element,
        <ErrorBoundary failure={failure} onError={resolve}>
          <AfterHydration onHydrated={resolve}>
            <Island {...(JSON.parse(props) as object)} />
          </AfterHydration>
        </ErrorBoundary>,
        { identifierPrefix: island },
      );
    });
  });
