import { readFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { availableCourses } from '../../content/courses/catalogue.ts';
import { auditPage } from '../../content/pages/audit.ts';
import { consultationPage } from '../../content/pages/consultation.ts';
import { contactPage } from '../../content/pages/contact.ts';
import { verifyPage } from '../../content/pages/verify.ts';
import { coursePage } from '../../content/pages/course.ts';
import { homePage } from '../../content/pages/home.ts';
import { legalPages } from '../../content/pages/legal.ts';
import { notFoundPage } from '../../content/pages/not-found.ts';
import { partnersPage } from '../../content/pages/partners.ts';
import { plansPage } from '../../content/pages/plans.ts';
import { resourcesPage } from '../../content/pages/resources.ts';
import { servicesPage } from '../../content/pages/services.ts';
import { trainingPage } from '../../content/pages/training.ts';
import { wallPage } from '../../content/pages/wall.ts';
import { whyUsPage } from '../../content/pages/why-us.ts';
import { cybersecurity } from '../../content/services/cybersecurity.ts';
import { infrastructure } from '../../content/services/infrastructure.ts';
import { managedServices } from '../../content/services/managed-services.ts';
import { microsoftCloud } from '../../content/services/microsoft-cloud.ts';
import { site } from '../../content/site.ts';

export type SocialPicture = { kicker: string; title: string; facts: string[] };

const ink = '#0b1b33';
const width = 1200;
const height = 630;

const node = (style: Record<string, string | number>, children?: unknown) => ({
  type: 'div',
  props: { style, children },
});

/** The bay that turns into the rampart, along the foot of the picture. */
const line = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="150" fill="none" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"><path stroke="#0fa3b1" d="M-20 20C120 120 380 138 640 112"/><path stroke="#0b63e5" d="M640 112V52h58v30h58V52h58v30h58V52h58v60h290"/></svg>`;

const loadFonts = async () => {
  const [heading, text] = await Promise.all(
    ['bricolage-700', 'inter-500'].map((name) => readFile(new URL(`./fonts/${name}.ttf`, import.meta.url))),
  );
  if (!heading || !text) throw new Error('the fonts of the social pictures are missing');
  return [
    { name: 'Bricolage', data: heading, weight: 700 as const },
    { name: 'Inter', data: text, weight: 500 as const },
  ];
};

export const createSocialPainter = async () => {
  const fonts = await loadFonts();
  return async ({ kicker, title, facts }: SocialPicture) => {
    const tree = node(
      {
        width,
        height,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        background: '#fbfaf7',
        color: ink,
        fontFamily: 'Inter',
        padding: '64px 72px 0',
      },
      [
        node({ display: 'flex', flexDirection: 'column' }, [
          node({ fontSize: 30, color: '#0a6a74' }, kicker),
          node(
            {
              fontFamily: 'Bricolage',
              fontSize: title.length > 48 ? 62 : 74,
              lineHeight: 1.08,
              marginTop: 18,
              letterSpacing: -1.5,
            },
            title,
          ),
          node(
            { display: 'flex', gap: 16, marginTop: 34, flexWrap: 'wrap' },
            facts.map((fact) =>
              node({ fontSize: 26, border: '2px solid #8590a3', borderRadius: 999, padding: '8px 22px' }, fact),
            ),
          ),
        ]),
        node(
          { display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between', margin: '0 -72px', height: 170 },
          [
            {
              type: 'img',
              props: {
                src: `data:image/svg+xml;base64,${Buffer.from(line).toString('base64')}`,
                width: 1200,
                height: 150,
                style: {},
              },
            },
          ],
        ),
      ],
    );
    const svg = await satori(tree as unknown as Parameters<typeof satori>[0], { width, height, fonts });
    return new Resvg(svg).render().asPng();
  };
};

type Hero = { eyebrow?: string | undefined; title: string };

const ofHero = (hero: Hero, ...facts: string[]): SocialPicture => ({
  kicker: hero.eyebrow ?? site.company.name,
  title: hero.title,
  facts,
});
const ofLegal = ({ title }: { title: string }): SocialPicture => ({ kicker: site.company.name, title, facts: [] });

/** What each public page shows when it is shared. */
export const socialPages: Record<string, SocialPicture> = {
  '/': ofHero({ title: homePage.hero.titleLines.join(' ') }, ...homePage.hero.badges),
  '/services': ofHero(servicesPage.hero),
  ...Object.fromEntries(
    [infrastructure, managedServices, cybersecurity, microsoftCloud].map(({ hero, card }) => [
      `/services/${card.slug}`,
      { kicker: card.name, title: hero.title, facts: [card.price] },
    ]),
  ),
  '/formations': ofHero(trainingPage.hero),
  ...Object.fromEntries(
    availableCourses.map((course) => [
      `/formations/${course.slug}`,
      {
        kicker: course.domain,
        title: course.title,
        facts: [`${course.durationDays}\u00a0jours`, coursePage.delivery, course.certification],
      },
    ]),
  ),
  '/why-us': ofHero(whyUsPage.hero),
  '/partners': ofHero(partnersPage.hero),
  '/resources': ofHero(resourcesPage.hero),
  '/contact': ofHero(contactPage.hero),
  '/montez-votre-mur': ofHero(wallPage.hero, homePage.checklist.sheet.annotation),
  '/verifier': ofHero(verifyPage.hero),
  '/free-audit': ofHero(auditPage.hero),
  '/microsoft-plans': ofHero(plansPage.hero),
  '/schedule-consultation': ofHero(consultationPage.hero),
  '/politique-confidentialite': ofLegal(legalPages.privacy),
  '/conditions-utilisation': ofLegal(legalPages.terms),
  '/politique-cookies': ofLegal(legalPages.cookies),
  '/mentions-legales': ofLegal(legalPages.imprint),
  '/404': { kicker: site.company.name, title: notFoundPage.seo.title, facts: [] },
};
