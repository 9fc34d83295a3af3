import { classNames } from '../ui/class-names.ts';

export type Testimonial = { quote: string; author: string; role: string; company: string };

export function Testimonials({ items }: { items: Testimonial[] }) {
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:gap-x-12">
      {items.map((item) => (
        <Quote key={item.author} {...item} size="lg" />
      ))}
    </div>
  );
}

type QuoteProps = Testimonial & {
  size?: 'md' | 'lg';
  /** `wide`: the author beside the quote on a large screen. */
  layout?: 'stack' | 'wide';
  className?: string;
};

const sizes = {
  md: 'text-[clamp(1.25rem,1.1rem+0.8vw,1.75rem)] leading-[1.25]',
  lg: 'text-[clamp(1.375rem,1.05rem+1.2vw,2rem)] leading-[1.2]',
};

export function Quote({ quote, author, role, company, size = 'md', layout = 'stack', className }: QuoteProps) {
  return (
    <figure className={classNames(layout === 'wide' && 'items-end gap-x-12 lg:grid lg:grid-cols-[8fr_4fr]', className)}>
      <blockquote className={classNames('font-heading font-semibold tracking-tight', sizes[size])}>
        <p className="text-balance">«&nbsp;{quote}&nbsp;»</p>
      </blockquote>
      <figcaption className="mt-3 text-sm">
        <span className="font-semibold">{author}</span>
        <span className="block text-muted">
          {role}
          <br />
          {company}
        </span>
      </figcaption>
    </figure>
  );
}
