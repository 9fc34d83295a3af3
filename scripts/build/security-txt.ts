import { site } from '#content/site.ts';

export const securityTxtFile = '.well-known/security.txt';

/** How to report a vulnerability (RFC 9116). Valid for a year: readers must not trust an older one. */
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
