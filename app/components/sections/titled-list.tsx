export function TitledList({ items }: { items: { title: string; text: string }[] }) {
  return (
    <dl className="grid gap-x-12 sm:grid-cols-2">
      {items.map((item) => (
        <div key={item.title} className="break-inside-avoid border-t border-line py-6">
          <dt className="font-heading text-xl leading-snug font-bold tracking-tight">{item.title}</dt>
          <dd className="mt-1.5 text-muted">{item.text}</dd>
        </div>
      ))}
    </dl>
  );
}
