import { useMatches } from 'react-router';

export type HeadEntry = Record<string, string>;
type Data = { head: HeadEntry[]; structuredData?: { '@type': string }[] };

const scriptSafe = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** The part of the head that comes from the page's loader. */
export function PageHead() {
  const { head = [], structuredData = [] } = (useMatches().at(-1)?.loaderData ?? {}) as Partial<Data>;
  return (
    <>
      {head.map(({ title, tagName, ...attributes }) => {
        if (title !== undefined) return <title key="title">{title}</title>;
        if (tagName === 'link') return <link key={attributes.rel} {...attributes} />;
        return <meta key={attributes.name ?? attributes.property} {...attributes} />;
      })}
      {structuredData.map((data) => (
        <script
          key={data['@type']}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: scriptSafe({ '@context': 'https://schema.org', ...data }) }}
        />
      ))}
    </>
  );
}
