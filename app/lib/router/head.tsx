import { useVisit } from './router.tsx';

/** The part of the document's head that changes with the page. */
export function Head() {
  const { record, module } = useVisit().page;
  return (
    <>
      {record.data.head.map(({ title, tagName, ...attributes }) => {
        if (title !== undefined) return <title key="title">{title}</title>;
        if (tagName === 'link') return <link key={attributes.rel} {...attributes} />;
        return <meta key={attributes.name ?? attributes.property} {...attributes} />;
      })}
      {module.links?.().map((link) => (
        <link key={link.href} {...link} />
      ))}
    </>
  );
}
