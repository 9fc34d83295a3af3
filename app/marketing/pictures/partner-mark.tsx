import { classNames } from '#app/components/ui/class-names.ts';

const letterings = {
  plain: 'font-sans font-semibold tracking-tighter',
  capitals: 'font-heading font-bold tracking-wide',
  pair: 'font-heading font-bold tracking-tight',
  spaced: 'font-sans font-medium tracking-[0.1em]',
};
const sizes = { md: 'text-xl', lg: 'text-3xl' };

type PartnerMarkProps = { name: string; lettering: keyof typeof letterings; size?: keyof typeof sizes };

/** A partner's name as a word mark in our own type, in one colour: never a logo of theirs. */
export function PartnerMark({ name, lettering, size = 'md' }: PartnerMarkProps) {
  const [first, ...others] = name.split(' ');
  return (
    <span className={classNames(letterings[lettering], sizes[size])}>
      {first}
      {others.length > 0 && <span className="font-sans font-normal"> {others.join(' ')}</span>}
    </span>
  );
}
