import { Accordion, AccordionItem } from '#app/components/ui/accordion.tsx';
import { type Ground, Section } from './section.tsx';

type FaqProps = {
  eyebrow?: string | undefined;
  title: string;
  lead?: string | undefined;
  ground?: Ground;
  items: { question: string; answer: string }[];
};

export function Faq({ items, ground = 'paper', ...heading }: FaqProps) {
  return (
    <Section heading={heading} ground={ground} layout="split">
      <Accordion>
        {items.map((item) => (
          <AccordionItem key={item.question} title={item.question}>
            <p>{item.answer}</p>
          </AccordionItem>
        ))}
      </Accordion>
    </Section>
  );
}
