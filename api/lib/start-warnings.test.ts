import { expect, test } from 'vitest';
import { startWarnings } from './start-warnings.ts';

const database = { databaseUrl: 'postgresql://db/portal' };

test('a server with a database and without SITE_URL is warned of, a trial is not', () => {
  const unset = { siteUrl: 'http://localhost:8080', isSiteUrlGiven: false };
  expect(startWarnings({ ...unset, ...database }, [])).toEqual([
    expect.stringMatching(/^SITE_URL is not set: pages and mails name http:\/\/localhost:8080\./),
  ]);
  expect(startWarnings({ ...unset, databaseUrl: undefined }, ['publisher.siret'])).toEqual([]);
  expect(startWarnings({ siteUrl: 'https://www.example.com', isSiteUrlGiven: true, ...database }, [])).toEqual([]);
});

test('a public site whose imprint is not filled in is told which facts are missing', () => {
  const settings = { siteUrl: 'https://www.example.com', isSiteUrlGiven: true, ...database };
  expect(startWarnings(settings, ['publisher.siret', 'publisher.director'])).toEqual([
    expect.stringContaining('fill in publisher.siret, publisher.director in content/site.ts'),
  ]);
});
