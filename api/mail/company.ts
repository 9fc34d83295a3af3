import { site } from '#content/site.ts';

/** Who writes. The one place in the server that reads content/: see docs/decisions/ on the company's facts in mails. */
export const company = {
  name: site.company.name,
  email: site.company.email,
  phone: site.company.phone,
  address: `${site.office.address}, ${site.office.postal} ${site.office.city}, ${site.office.country}`,
};
