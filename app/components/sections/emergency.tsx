import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Action, Actions } from './actions.tsx';

type EmergencyProps = {
  eyebrow?: string | undefined;
  title: string;
  lead?: string | undefined;
  reflexes: { title: string; text: string }[];
  note: string;
  actions: Action[];
  phone: { label: string; href: string };
};

/** Read under stress, perhaps on a borrowed phone: the phone number first, then the steps in order. */
export function Emergency({ eyebrow, title, lead, reflexes, note, actions, phone }: EmergencyProps) {
  return (
    <section id="urgence" className="wrap py-14 sm:py-20">
      <div className="grid gap-x-14 gap-y-10 rounded-xl border-2 border-danger bg-danger-tint p-6 sm:p-10 lg:grid-cols-[1fr_1.2fr]">
        <div>
          <p className="mb-3 flex items-center gap-2 text-sm font-semibold text-danger">
            <Icon name="siren" />
            {eyebrow}
          </p>
          <h2 className="text-3xl">{title}</h2>
          {lead && <p className="mt-4 text-lg">{lead}</p>}
          <p className="mt-6">
            <a href={phone.href} className={buttonClass('danger')}>
              <Icon name="phone" />
              {phone.label}
            </a>
          </p>
          <p className="mt-4 text-sm">{note}</p>
          <Actions actions={actions} className="mt-6" />
        </div>
        <ol className="grid content-start gap-5">
          {reflexes.map((reflex, index) => (
            <li key={reflex.title} className="flex gap-4">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-danger font-semibold text-paper"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="font-sans text-base font-semibold tracking-normal">{reflex.title}</h3>
                <p>{reflex.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
