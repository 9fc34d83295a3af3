import { expect, test } from 'vitest';
import { demoMembers } from '../admin/demo/demo-members.ts';
import { createDemoLinks } from '#api/auth/credentials/demo-links.ts';
import { databaseLines, demoLines, linkLines, siteLines } from './start-lines.ts';

const local = 'http://localhost:3000';
const demo = {
  emails: ['claire@cabinet-massena.example'],
  password: 'x'.repeat(12),
  staff: [{ email: 'colleague@rempart-azur.example', key: 'K'.repeat(52), uri: 'otpauth://totp/Rempart?secret=KKKK' }],
};
const links = createDemoLinks(async () => true).issue(demoMembers);

test('what a trial prints fits into 80 columns and has a line for each link', () => {
  const texts = [
    siteLines(local, { siteUrl: local, isSiteUrlGiven: false }),
    databaseLines('embedded', { dataDir: '/srv/data' }),
    demoLines(demo, { origin: local, hasLinks: true }),
    linkLines(links, local),
  ].join('\n');
  expect(texts.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(
    texts.match(/^ {2}\w+ +(?:owner|billing|no company|staff desk) +http:\/\/localhost:3000\/api\/demo\/\w{24}$/gm),
  ).toHaveLength(6);
  expect(texts).not.toContain('█');
});

test('where there are no links, the key of the staff member is also a QR code', () => {
  expect(demoLines(demo, { origin: local, hasLinks: false })).toContain('█');
});

test('a public URL is named, and so is a missing one', () => {
  expect(siteLines(local, { siteUrl: 'https://www.example.com', isSiteUrlGiven: true })).toContain(
    'Public URL: https://www.example.com/',
  );
  expect(siteLines('http://192.168.1.5:3000', { siteUrl: local, isSiteUrlGiven: false })).toContain(
    'SITE_URL is not set',
  );
});
