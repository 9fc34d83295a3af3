import { office, publisher, site } from '#content/site.ts';

// What documents say of their seller.
export { office, publisher };

/** `publisher.siret` and `publisher.vatNumber` of content/site.ts. */
export interface SellerFacts {
  siret: string | undefined;
  vatNumber: string | undefined;
}
// Nobody can own this domain: the company is the invented one of the sources, and its numbers were never assigned.
const isInvented = site.company.email.endsWith('.example');
const invented = { siret: '00000010900014', vatNumber: 'FR48000000109' };
export const sellerFacts: SellerFacts = {
  siret: publisher.siret ?? (isInvented ? invented.siret : undefined),
  vatNumber: publisher.vatNumber ?? (isInvented ? invented.vatNumber : undefined),
};

/** The company's name and contact details. The only module of api/ that may import content/: see decision 010. */
export const company = {
  name: site.company.name,
  email: site.company.email,
  phone: site.company.phone,
  /** The first nine digits of the SIRET; null until it is filled in. */
  siren: publisher.siret?.replaceAll(/\D/g, '').slice(0, 9) ?? null,
  postalAddress: `${site.office.address}, ${site.office.postal} ${site.office.city}, ${site.office.country}`,
};
