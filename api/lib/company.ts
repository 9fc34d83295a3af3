import { site } from '#content/site.ts';

/** The company's name and contact details. The only module of api/ that may import content/: see decision 010. */
export const company = {
  name: site.company.name,
  email: site.company.email,
  phone: site.company.phone,
  postalAddress: `${site.office.address}, ${site.office.postal} ${site.office.city}, ${site.office.country}`,
};
