import { LargeFigures } from '#app/marketing/pictures/large-figures.tsx';
import { LegalDocument } from '#app/marketing/sections/legal-document.tsx';
import { Island } from '#main/web/islands/island.tsx';
import { CookiePreferences } from '#app/marketing/cookie-preferences/cookie-preferences.tsx';
import body from '#content/legal/cookies.md?raw';
import { cookiePreferences } from '#content/pages/cookie-preferences.ts';
import { legalPages } from '#content/pages/legal.ts';
import { legalData } from './legal.ts';
import type { Route } from './+types/cookies.ts';

export const loader = () => ({
  ...legalData('/politique-cookies', legalPages.cookies, body),
  preferences: cookiePreferences,
});

export default function Cookies({ loaderData: { preferences, ...page } }: Route.ComponentProps) {
  return (
    <LegalDocument
      {...page}
      picture={page.figures && <LargeFigures {...page.figures} />}
      aside={<Island name="cookies" component={CookiePreferences} props={{ copy: preferences }} isHydratedOnPress />}
    />
  );
}
