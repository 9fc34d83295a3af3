import { canUsePasskeys } from '#app/lib/passkeys.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { SecurityCopy } from '#content/portal/en/security.ts';
import type { Security } from '#contract/security.ts';
import { useSecurityCopy } from './security-copy.ts';

/** Where each factor is set up on this screen. */
export const sectionIds = { codes: 'codes', passkeys: 'passkeys' };

type Facts = Pick<Security, 'hasPassword' | 'hasTotp' | 'passkeys' | 'recoveryCodesLeft'>;
type Measure = {
  name: keyof SecurityCopy['protection']['measures'];
  /** What to do first where it is missing. */
  step?: { name: keyof SecurityCopy['protection']['steps']; section: string };
};

/** What protects the account, each with its first step as long as it is missing. */
export function measuresOf({ hasPassword, hasTotp, passkeys, recoveryCodesLeft }: Facts): Measure[] {
  const hasSecond = hasTotp || !hasPassword;
  const hasWayBack = (hasTotp && recoveryCodesLeft > 0) || passkeys.length > 1;
  const { codes, passkeys: keys } = sectionIds;
  const wayBack = hasPassword
    ? { name: 'codes' as const, section: codes }
    : { name: 'another' as const, section: keys };
  return [
    { name: hasPassword ? 'password' : 'passwordless' },
    { name: 'second', ...(!hasSecond && { step: { name: 'second', section: codes } }) },
    { name: 'passkey', ...(passkeys.length === 0 && { step: { name: 'passkey', section: keys } }) },
    { name: 'wayBack', ...(!hasWayBack && { step: wayBack }) },
  ];
}

const stateOf = (missing: Measure[]) => {
  if (missing.length === 0) return 'complete';
  return missing.some(({ name }) => name === 'second') ? 'exposed' : 'guarded';
};

/**
 * Two courses of a wall: a brick for each measure, dashed where it is missing. The next one to lay is yellow. What is in
 * place comes first, in the lower course.
 */
export function Protection(facts: Facts) {
  const { protection: copy, passkeys } = useSecurityCopy();
  const { number } = useFormats();
  const measures = measuresOf(facts);
  const laid = measures.filter(({ step }) => step === undefined);
  const missing = measures.filter(({ step }) => step !== undefined);
  return (
    <section
      aria-labelledby="protection-title"
      className="grid items-end gap-x-12 gap-y-5 pb-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:pb-12"
    >
      <div className="grid gap-2">
        <p id="protection-title" className="font-heading text-2xl font-bold tracking-tight text-balance">
          {copy.states[stateOf(missing)]}
        </p>
        <p className="text-sm text-muted">{copy.count(number(laid.length), number(measures.length))}</p>
      </div>
      <ul className="grid grid-cols-12 gap-1">
        {[...laid, ...missing].map(({ name, step }, at) => (
          <li
            key={name}
            className={classNames(
              'grid min-h-22 min-w-0 content-between gap-2 border wrap-anywhere lg:min-h-28 p-3 text-sm sm:px-4',
              at === 0 || at === 3 ? 'col-span-7' : 'col-span-5',
              at < 2 ? 'row-start-2' : 'row-start-1',
              step === undefined ? 'border-transparent ground-wall dark:bg-(--sky)' : 'border-dashed',
              step !== undefined && (step === missing[0]?.step ? 'border-sun-ink bg-sun-tint' : 'border-line-strong'),
            )}
          >
            <span className="font-semibold">{copy.measures[name]}</span>
            {step === undefined ? (
              <span className="text-xs">{copy.laid}</span>
            ) : step.section === sectionIds.passkeys && !canUsePasskeys() ? (
              <span className="text-xs">{passkeys.unsupported}</span>
            ) : (
              <a
                href={`#${step.section}`}
                className="justify-self-start rounded-sm py-0.5 text-xs font-semibold text-azure underline underline-offset-4"
              >
                {copy.steps[step.name]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
