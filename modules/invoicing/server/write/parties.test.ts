import { expect, test } from 'vitest';
import { company } from '#api/lib/company.ts';
import { readSiren } from '#contract/siren.ts';
import { buyerParty, sellerParty } from './parties.ts';

const facts = { siret: '000 000 109 00014', vatNumber: 'FR 48 000000109' };

test('the seller is named by the SIREN in its SIRET, its VAT number and its electronic address', () => {
  expect(sellerParty(['S'], facts)).toMatchObject({
    name: company.name,
    siren: '000000109',
    vatId: 'FR48000000109',
    endpoint: '0225:000000109',
  });
});

test('the invented company of the sources has invented numbers', () => {
  const { siren } = sellerParty(['S']);
  expect(readSiren(siren ?? '')).toBe(siren);
  expect(siren).toMatch(/^000000/);
});

test.each([undefined, '', '123', '111 111 111 00014'])('without a valid SIRET, nothing is issued: %s', (siret) => {
  expect(() => sellerParty(['S'], { ...facts, siret })).toThrow('publisher.siret');
});

test('a VAT number is needed, except for what is outside VAT', () => {
  const withoutVat = { ...facts, vatNumber: undefined };
  expect(() => sellerParty(['O', 'E'], withoutVat)).toThrow('publisher.vatNumber');
  expect(sellerParty(['O'], withoutVat).vatId).toBeNull();
});

const address = { lines: ['1 rue de l’Exemple'], postCode: '06000', city: 'Nice', country: 'FR' };
const buyer = {
  name: 'Acheteur',
  siren: '000000208',
  email: 'achats@acheteur.example',
  address,
  vatId: null,
  isConsumer: false,
};

test('a French company is reached by its SIREN, and asked for it', () => {
  expect(buyerParty(buyer)).toMatchObject({
    siren: '000000208',
    vatId: 'FR54000000208',
    endpoint: '0225:000000208',
  });
  expect(() => buyerParty({ ...buyer, siren: null })).toThrow('SIREN');
});

test('private and foreign buyers have no SIREN, and are reached by email', () => {
  const reached = { siren: null, endpoint: 'EM:achats@acheteur.example' };
  expect(buyerParty({ ...buyer, isConsumer: true })).toMatchObject({ ...reached, vatId: null });
  const german = { ...buyer, address: { ...address, country: 'DE' }, vatId: 'DE000000000' };
  expect(buyerParty(german)).toMatchObject({ ...reached, vatId: 'DE000000000' });
  expect(() => buyerParty({ ...german, email: null })).toThrow('email');
});
