import { Button } from '../ui/button.tsx';
import { RampartLine } from '../brand/rampart-line.tsx';

type ErrorScreenProps = { title: string; text: string; refresh: string };

export function ErrorScreen({ title, text, refresh }: ErrorScreenProps) {
  return (
    <main id="contenu" className="wrap grid min-h-[70vh] content-center gap-6 py-20">
      <title>{title}</title>
      <RampartLine className="max-w-md" />
      <h1 className="text-3xl">{title}</h1>
      <p className="max-w-prose text-muted">{text}</p>
      <p>
        <Button onClick={() => window.location.reload()}>{refresh}</Button>
      </p>
    </main>
  );
}
