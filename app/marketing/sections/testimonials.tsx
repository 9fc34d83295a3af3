import type { HomePage } from '#content/schema/pages.ts';

type Testimonial = HomePage['testimonials']['items'][number];

export function Testimonials({ items }: { items: Testimonial[] }) {
  return (
    <div className="grid gap-5 lg:grid-cols-3 lg:gap-x-12 lg:gap-y-0">
      {items.map((item) => (
        <Quote key={item.author} {...item} />
      ))}
    </div>
  );
}

function Quote({ quote, author, role, company }: Testimonial) {
  return (
    <figure className="lg:row-span-2 lg:grid lg:grid-rows-subgrid">
      <blockquote className="font-heading text-[clamp(1.1875rem,1rem+0.95vw,1.75rem)] leading-[1.25] font-semibold tracking-tight">
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
