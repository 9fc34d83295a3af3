import { office, publisher, site } from '#content/site.ts';

// What invoices say of their seller.
export { office, publisher };

/** The company's name and contact details. The only module of api/ that may import content/: see decision 010. */
export const company = {
  name: site.company.name,
  email: site.company.email,
  phone: site.company.phone,
  /** The first nine digits of the SIRET; null until it is filled in. */
  siren: publisher.siret?.replaceAll(/\D/g, '').slice(0, 9) ?? null,
  postalAddress: `${site.office.address}, ${site.office.postal} ${site.office.city}, ${site.office.country}`,
};
