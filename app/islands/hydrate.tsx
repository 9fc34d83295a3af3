import { Component, type ComponentType, type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ErrorMessage } from '#app/components/layout/error-screen.tsx';
import { subscribeToToasts } from '#app/lib/toast.ts';
import { errorPage } from '#content/pages/error.ts';

type BoundaryProps = { onError: () => void; children: ReactNode };

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
    return this.state.hasFailed ? <ErrorMessage {...errorPage} /> : this.props.children;
  }
}

function AfterHydration({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}

let areToastsShown = false;
// Only islands create toasts, so the code that hydrates the first island also mounts them.
subscribeToToasts(() => {
  if (areToastsShown) return;
  areToastsShown = true;
  import('#app/components/layout/toast-root.tsx').then(
    ({ mountToasts }) => mountToasts(),
    // The network failed: the next toast tries again.
    () => {
      areToastsShown = false;
    },
  );
});

/** Resolves after hydration. A transition, so that no single task blocks the page. */
export const hydrate = (element: HTMLElement, Island: ComponentType<object>) =>
  new Promise<void>((resolve) => {
    const { island = '', props = '{}' } = element.dataset;
    startTransition(() => {
      hydrateRoot(
        element,
        <ErrorBoundary onError={resolve}>
          <AfterHydration onHydrated={resolve}>
            <Island {...(JSON.parse(props) as object)} />
          </AfterHydration>
        </ErrorBoundary>,
        { identifierPrefix: island },
      );
    });
  });
