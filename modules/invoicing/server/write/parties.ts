import { company, office, type SellerFacts, sellerFacts } from '#api/lib/company.ts';
import { UserError } from '#api/lib/errors.ts';
import type { InvoiceAddress, InvoiceParty } from '#contract/invoice-document.ts';
import { readSiren } from '#contract/siren.ts';

// Who sells and who buys, as BR-FR-10 to BR-FR-12 ask: the seller by its SIREN, both by an electronic address.

const vatIdOf = (siren: string) => `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;

/** The company of content/site.ts. Only what is outside VAT (category O) is sold without a VAT number. */
export function sellerParty(
  taxCategories: readonly string[],
  { siret, vatNumber }: SellerFacts = sellerFacts,
): InvoiceParty {
  const siren = readSiren(siret?.replaceAll(/\s/g, '').slice(0, 9) ?? '');
  if (siren === undefined)
    throw new UserError(
      'seller_siret_missing',
      'Invoices name their seller by its SIRET: fill in publisher.siret in the file that COMPANY_FILE names, and start again.',
    );
  const vatId = vatNumber?.replaceAll(/\s/g, '') ?? null;
  if (vatId === null && taxCategories.some((category) => category !== 'O'))
    throw new UserError(
      'seller_vat_missing',
      'Invoices with VAT name the seller’s VAT number: fill in publisher.vatNumber in the file that COMPANY_FILE names, and start again.',
    );
  return {
    name: company.name,
    siren,
    vatId,
    endpoint: `0225:${siren}`,
    address: { lines: [office.address], postCode: office.postal, city: office.city, country: 'FR' },
    email: company.email,
  };
}

interface Buyer {
  name: string;
  siren: string | null;
  email: string | null;
  address: InvoiceAddress;
  /** Only a buyer outside France has one here. */
  vatId: string | null;
  isConsumer: boolean;
}

/** A French company has a SIREN, which is its electronic address. Others, and private buyers, are reached by email. */
export function buyerParty({ name, siren, email, address, vatId, isConsumer }: Buyer): InvoiceParty {
  const isFrench = address.country === 'FR';
  if (isFrench && !isConsumer) {
    if (siren === null)
      throw new UserError(
        'buyer_siren_missing',
        'A French company is named by its SIREN: please add it to the customer, or issue the invoice to a private buyer.',
      );
    return { name, siren, vatId: vatIdOf(siren), endpoint: `0225:${siren}`, address, email };
  }
  if (email === null)
    throw new UserError(
      'buyer_email_missing',
      'A buyer without a SIREN is reached by email: please add an email address to the customer.',
    );
  return { name, siren: null, vatId: isFrench ? null : vatId, endpoint: `EM:${email}`, address, email };
}
