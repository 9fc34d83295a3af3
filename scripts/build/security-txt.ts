import { site } from '#content/site.ts';

export const securityTxtFile = '.well-known/security.txt';

/** Whom to tell of a weakness (RFC 9116). Good for a year: whoever reads an older one may no longer trust it. */
export const securityTxt = (siteUrl: string, builtAt: Date) => {
  const expires = new Date(builtAt);
  expires.setUTCFullYear(expires.getUTCFullYear() + 1);
  return [
    `Contact: mailto:${site.company.email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: fr, en',
    `Canonical: ${siteUrl}/${securityTxtFile}`,
    '',
  ].join('\n');
};
