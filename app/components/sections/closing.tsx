import { RampartLine } from '#app/components/pictures/rampart-line.tsx';
import { type Action, Actions } from './actions.tsx';

export function Closing({ title, text, actions }: { title: string; text: string; actions: Action[] }) {
  return (
    <section className="wrap pt-14 sm:pt-20 print:hidden">
      <div className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
        <div className="px-6 pt-10 pb-8 sm:px-12 sm:pt-14">
          <h2 className="max-w-2xl text-3xl">{title}</h2>
          <p className="mt-4 max-w-prose text-lg text-muted">{text}</p>
          <Actions actions={actions} className="mt-8" />
        </div>
        <RampartLine />
      </div>
    </section>
  );
}
