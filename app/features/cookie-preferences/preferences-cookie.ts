export type CookieChoice = { analytics: boolean; marketing: boolean };

// The __Host- prefix keeps other subdomains from setting it; browsers accept it over https only.
const nameOf = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}cookie-preferences`;
const sixMonthsInSeconds = 182 * 24 * 60 * 60;

/** Off by default: a missing or invalid cookie means no consent. */
export const parseChoice = (cookies: string, isSecure: boolean): CookieChoice => {
  const name = nameOf(isSecure);
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const [, analytics, marketing] = /^analytics:([01])\.marketing:([01])$/.exec(value ?? '') ?? [];
  return { analytics: analytics === '1', marketing: marketing === '1' };
};

export const serializeChoice = (choice: CookieChoice, isSecure: boolean) =>
  [
    `${nameOf(isSecure)}=analytics:${Number(choice.analytics)}.marketing:${Number(choice.marketing)}`,
    `Max-Age=${sixMonthsInSeconds}`,
    'Path=/',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
