import type { WhyUsPage } from '#content/schema/pages.ts';

/** What changes, each time with what the customer has in hand. */
export function DailyProofs({ items }: Pick<WhyUsPage['differentiators'], 'items'>) {
  return (
    <ul className="border-b border-line *:rule-row">
      {items.map(({ title, text, proof }) => (
        <li key={title} className="grid gap-x-12 gap-y-5 py-8 lg:grid-cols-12 lg:py-12">
          <div className="lg:col-span-5">
            <h3 className="text-2xl">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </div>
          <div className="self-center lg:col-span-7">
            <Proof {...proof} />
          </div>
        </li>
      ))}
    </ul>
  );
}

type ProofProps = WhyUsPage['differentiators']['items'][number]['proof'];

function Proof(proof: ProofProps) {
  if (proof.kind === 'greetings')
    return (
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 sm:gap-x-8 font-heading text-4xl leading-tight! font-bold tracking-tighter text-azure">
        {proof.words.map(({ language, text }) => (
          <span key={language} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'} className="whitespace-nowrap">
            {text}
          </span>
        ))}
      </p>
    );
  if (proof.kind === 'file')
    return (
      <div className="border border-line bg-surface shadow-card print:shadow-none">
        <p className="rule-head flex flex-wrap justify-between gap-x-6 px-5 py-3 text-sm">
          <span className="font-semibold">{proof.title}</span>
          <span className="text-muted">{proof.note}</span>
        </p>
        <ul className="grid sm:grid-cols-4">
          {proof.parts.map((part) => (
            <li
              key={part}
              className="border-line px-5 py-3 font-heading leading-tight font-bold not-first:max-sm:border-t not-first:sm:border-l sm:py-6 sm:text-lg"
            >
              {part}
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <table className="w-full border border-line bg-surface text-left shadow-card print:shadow-none">
      <caption className="sr-only">{proof.title}</caption>
      <thead>
        <tr className="text-sm">
          {[proof.title, proof.column].map((label) => (
            <th key={label} scope="col" className="rule-head px-4 py-3 sm:px-5 font-semibold last:text-right">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {proof.rows.map(({ name, text }) => (
          <tr key={name} className="not-first:rule-row">
            <th scope="row" className="px-4 py-2.5 font-semibold sm:px-5">
              {name}
            </th>
            <td className="px-4 py-2.5 text-right min-[24rem]:whitespace-nowrap sm:px-5">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
