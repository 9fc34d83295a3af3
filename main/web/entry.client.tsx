import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />, {
    // In another language than the prerendered document's, React has to render its texts again, however late (scripts/build/first-paint.ts).
    onRecoverableError: (error) => {
      if (!('pending' in document.documentElement.dataset)) reportError(error);
    },
  });
});
