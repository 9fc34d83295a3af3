// Rendered once: memoized, it would be larger and no faster.
'use no memo';

import { Button } from '../ui/button.tsx';

export type ErrorProps = { title: string; description: string; refresh: string };

const Body = ({ description, refresh }: Omit<ErrorProps, 'title'>) => (
  <>
    <p className="max-w-prose text-muted">{description}</p>
    <p>
      <Button onClick={() => window.location.reload()}>{refresh}</Button>
    </p>
  </>
);

/** Replaces the page. */
export function ErrorScreen({ title, description, refresh }: ErrorProps) {
  return (
    <main id="contenu" className="wrap grid min-h-[70vh] content-center gap-6 py-20">
      <title>{title}</title>
      <h1 className="text-4xl">{title}</h1>
      <Body description={description} refresh={refresh} />
    </main>
  );
}

/** Replaces a part of the page. */
export function ErrorMessage({ title, description, refresh }: ErrorProps) {
  return (
    <div role="alert" className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      <Body description={description} refresh={refresh} />
    </div>
  );
}
