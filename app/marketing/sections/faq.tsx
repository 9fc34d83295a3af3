import { Accordion, AccordionItem } from '#app/components/ui/accordion.tsx';
import { type Ground, Section } from './section.tsx';

type FaqProps = {
  eyebrow?: string | undefined;
  title: string;
  lead?: string | undefined;
  ground?: Ground;
  /** `stack`: two columns of questions under the heading. */
  layout?: 'split' | 'stack';
  items: { question: string; answer: string }[];
};

export function Faq({ items, ground = 'paper', layout = 'split', ...heading }: FaqProps) {
  return (
    <Section heading={heading} ground={ground} layout={layout}>
      <Accordion columns={layout === 'stack' ? 2 : 1}>
        {items.map((item) => (
          <AccordionItem key={item.question} title={item.question}>
            <p>{item.answer}</p>
          </AccordionItem>
        ))}
      </Accordion>
    </Section>
  );
}
