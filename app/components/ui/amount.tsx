import { classNames } from './class-names.ts';

/** The figure with its sign and unit, and the words around it. */
const parts = /^(\D*?)((?:\+\s)?\d+(?:[\s.,/]\d+)*\+?(?:\sà\s\d+)?(?:\s?[€%]|\sh$)?)(.*)$/;

const sizes = { md: 'text-[2.75rem] leading-[1.1]', lg: 'text-figure' };

type AmountProps = {
  /** Such as « À partir de 2 500€/mois »; without a figure, all of it is set large. */
  value: string;
  size?: keyof typeof sizes;
  className?: string;
};

/** A price or a claim: its figure large, the words before it above, its unit beside it. */
export function Amount({ value, size = 'md', className }: AmountProps) {
  const [, before, figure, after] = parts.exec(value) ?? [value, '', value, ''];
  // « 10 ans », « 3 continents », but no « /mois ».
  const hasUnit = size === 'lg' && /^\s\p{L}+$/u.test(after ?? '');
  return (
    <span className={classNames('block', className)}>
      {before && <span className="block text-base text-muted">{before}</span>}
      <span className={classNames('font-heading font-bold tracking-tighter text-balance', sizes[size])}>
        {figure}
        {hasUnit && <span className="text-[0.45em]">{after}</span>}
      </span>
      {after && !hasUnit && <span className="ms-1 text-base whitespace-nowrap text-muted">{after}</span>}
    </span>
  );
}
