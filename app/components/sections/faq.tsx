import { Accordion, AccordionItem } from '../ui/accordion.tsx';
import { Section } from './section.tsx';

type FaqProps = {
  eyebrow?: string | undefined;
  title: string;
  lead?: string | undefined;
  items: { question: string; answer: string }[];
};

export function Faq({ items, ...heading }: FaqProps) {
  return (
    <Section heading={heading} layout="split">
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
