import { Accordion, AccordionItem } from '#app/components/ui/accordion.tsx';
import type { Question } from '#content/schema/text.ts';
import { type Ground, Section } from './section.tsx';

type FaqProps = {
  eyebrow?: string | undefined;
  title: string;
  lead?: string | undefined;
  ground?: Ground;
  /** `stack`: two columns of questions under the heading. */
  layout?: 'split' | 'stack';
  items: Question[];
};

export function Faq({ items, ground = 'paper', layout = 'split', ...heading }: FaqProps) {
  return (
    <Section heading={heading} ground={ground} layout={layout}>
      <Questions items={items} columns={layout === 'stack' ? 2 : 1} />
    </Section>
  );
}

export const Questions = ({ items, columns = 1 }: { items: Question[]; columns?: 1 | 2 }) => (
  <Accordion columns={columns}>
    {items.map(({ question, answer }) => (
      <AccordionItem key={question} title={question}>
        <p>{answer}</p>
      </AccordionItem>
    ))}
  </Accordion>
);
