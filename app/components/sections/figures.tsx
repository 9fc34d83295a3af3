type Figure = { figure: string; title: string; text: string };

export function Figures({ items }: { items: Figure[] }) {
  return (
    <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
      {items.map((item) => (
        <div key={item.title} className="flex flex-col border-t-2 border-azure pt-5">
          <dt className="order-2 mt-2 font-semibold">{item.title}</dt>
          <dd className="order-1 font-heading text-3xl font-bold tracking-tight text-azure">{item.figure}</dd>
          <dd className="order-3 mt-2 text-sm text-muted">{item.text}</dd>
        </div>
      ))}
    </dl>
  );
}
