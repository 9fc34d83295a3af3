import { expect, test } from 'vitest';
import { unfilledFacts } from './unfilled-facts.ts';

test('a placeholder and an empty value are not filled in', () => {
  const facts = {
    siret: 'à compléter par l’exploitant avant la mise en ligne',
    capital: ' ',
    director: 'Ada Lovelace',
  };
  expect(unfilledFacts(facts)).toEqual(['publisher.siret', 'publisher.capital']);
});
