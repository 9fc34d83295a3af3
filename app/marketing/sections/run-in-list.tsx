/** Sentences that begin with what they are about, in two columns of text. */
export function RunInList({ items }: { items: { title: string; text: string }[] }) {
  return (
    <ul className="space-y-4 gap-x-16 max-md:text-sm md:columns-2 lg:space-y-6 lg:text-lg">
      {items.map(({ title, text }) => (
        <li key={title} className="break-inside-avoid">
          <h3 className="inline text-[1.1em]">{title}. </h3>
          <span className="text-muted">{text}</span>
        </li>
      ))}
    </ul>
  );
}
