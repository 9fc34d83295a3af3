type Testimonial = { quote: string; author: string; role: string; company: string };

export function Testimonials({ items }: { items: Testimonial[] }) {
  return (
    <div className="grid gap-10 md:grid-cols-3">
      {items.map((item) => (
        <figure key={item.author} className="flex flex-col border-t-2 border-sea pt-6">
          <blockquote className="grow text-lg">
            <p>« {item.quote} »</p>
          </blockquote>
          <figcaption className="mt-6 text-sm">
            <span className="block font-semibold">{item.author}</span>
            <span className="block text-muted">{item.role}</span>
            <span className="block text-muted">{item.company}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
