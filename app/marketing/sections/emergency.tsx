import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { CybersecurityPage } from '#content/schema/service.ts';

type EmergencyProps = CybersecurityPage['emergency'] & { id: string; phone: { label: string; href: string } };

/** Read under stress, perhaps on a borrowed phone: the phone number first, then the steps in order. */
export function Emergency({ id, title, lead, reflexes, note, actions, phone }: EmergencyProps) {
  return (
    <section id={id} className="bg-danger-tint py-14 lg:py-28 print:py-2">
      <div className="wrap gap-x-12 lg:grid lg:grid-cols-12">
        <div className="lg:col-span-5">
          <div className="lg:sticky lg:top-28">
            <h2 className="text-3xl text-danger">{title}</h2>
            {lead && <p className="mt-4 text-lg text-balance">{lead}</p>}
            <a
              href={phone.href}
              className={buttonClass(
                'danger',
                'md',
                'mt-7 px-6 py-4 font-heading text-2xl whitespace-nowrap lg:w-full lg:py-6 xl:text-3xl',
              )}
            >
              <Icon name="phone" className="size-6" />
              {phone.label}
            </a>
            <p className="mt-6 max-w-prose text-sm">{note}</p>
            <ul className="mt-3 flex flex-wrap gap-x-6 text-sm font-semibold print:hidden">
              {actions.map((action) => (
                <li key={action.label}>
                  <ActionLink
                    to={action.to}
                    className="inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline"
                  >
                    {action.label}
                  </ActionLink>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <ol className="mt-10 lg:col-span-7 lg:mt-0">
          {reflexes.map((reflex, index) => (
            <li
              key={reflex.title}
              className="grid grid-cols-[3rem_1fr] gap-x-4 border-t border-danger/30 py-5 last:pb-0 sm:grid-cols-[5rem_1fr]"
            >
              <span aria-hidden="true" className="font-heading text-3xl font-bold text-danger">
                {index + 1}
              </span>
              <div>
                <h3 className="text-2xl">{reflex.title}</h3>
                <p className="mt-1.5">
                  <TextWithPhone text={reflex.text} phone={phone} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Links the phone number where a sentence mentions it, and keeps it on one line. */
function TextWithPhone({ text, phone }: { text: string; phone: { label: string; href: string } }) {
  const [before, ...after] = text.split(phone.label);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <a href={phone.href} className="font-semibold whitespace-nowrap text-danger underline underline-offset-4">
        {phone.label}
      </a>
      {after.join(phone.label)}
    </>
  );
}
