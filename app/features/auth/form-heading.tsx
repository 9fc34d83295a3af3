export function FormHeading({ title, description }: { title: string; description: string }) {
  return (
    <div>
      <h2 className="text-xl wrap-anywhere">{title}</h2>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{description}</p>
    </div>
  );
}
