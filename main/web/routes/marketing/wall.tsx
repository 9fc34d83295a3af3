import { type Course, SelfCheck } from '#app/marketing/self-check/self-check.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { homePage } from '#content/pages/home.ts';
import { wallPage } from '#content/pages/wall.ts';
import { closingScene, pageMeta } from '../page-data.ts';
import type { Route } from './+types/wall.ts';

/** The checks of the checklist, each with its first step. */
const courses = homePage.checklist.sheet.parts.map(({ title, checks }, index): Course => {
  const theme = wallPage.themes[index];
  if (theme?.title !== title) throw new Error(`content/pages/wall.ts: theme ${index + 1} must be ${title}`);
  return {
    title,
    checks: checks.map((text, at) => ({
      number: index * checks.length + at + 1,
      text,
      firstStep: theme.firstSteps[at] ?? '',
    })),
  };
});

export const loader = () => ({
  ...wallPage,
  courses,
  ...pageMeta({ path: '/montez-votre-mur', ...wallPage.seo, label: wallPage.hero.title }),
});

export default function Wall({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <SelfCheck {...page} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
