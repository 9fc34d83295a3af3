import { classNames } from '../ui/class-names.ts';

export type Testimonial = { quote: string; author: string; role: string; company: string };

export function Testimonials({ items }: { items: Testimonial[] }) {
  return (
    <div className="grid gap-8 lg:gap-24">
      {items.map((item) => (
        <Quote key={item.author} {...item} size="lg" />
      ))}
    </div>
  );
}

type QuoteProps = Testimonial & { size?: 'md' | 'lg'; className?: string };

const sizes = {
  md: 'text-[clamp(1.25rem,1.1rem+0.8vw,1.75rem)] leading-[1.25]',
  lg: 'text-[clamp(1.375rem,1.05rem+1.4vw,2.25rem)] leading-[1.2]',
};

export function Quote({ quote, author, role, company, size = 'md', className }: QuoteProps) {
  return (
    <figure className={className}>
      <blockquote className={classNames('font-heading font-semibold tracking-tight', sizes[size])}>
        <p>« {quote} »</p>
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
