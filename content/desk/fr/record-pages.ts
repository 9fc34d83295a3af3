import type { InvoicePageCopy, RecordPageCopy, StatementPageCopy } from '../../portal/en/record-pages.ts';
import * as portal from '../../portal/fr/record-pages.ts';

export const invoicePage: InvoicePageCopy = {
  ...portal.invoicePage,
  back: 'Factures du client',
  facts: { ...portal.invoicePage.facts, issued: 'Émise le', order: 'Commande' },
  noDocument: 'Cette facture n’a pas encore de document. Son montant et ses dates viennent des livres.',
  parties: { ...portal.invoicePage.parties, buyer: 'Acheteur' },
  lines: { ...portal.invoicePage.lines, price: 'Prix unitaire', net: 'HT' },
};

export const recordPage: RecordPageCopy = {
  contract: { ...portal.recordPage.contract, back: 'Contrats du client', number: 'Numéro', value: 'Valeur' },
  license: { ...portal.recordPage.license, back: 'Licences du client', key: 'Clé' },
};

export const statementPage: StatementPageCopy = { ...portal.statementPage, back: 'Paiements du client' };

/** What only staff have. */
export const deskPages = {
  /** The language of the statement's file. */
  language: 'fr' as 'en' | 'fr',
  credit: 'Faire un avoir',
  issuedNote: 'Ce document est émis : son numéro et son montant ne changent plus. Un avoir les corrige.',
  documents: {
    add: 'Ajouter un PDF',
    hint: 'PDF, 25 Mo au plus. Le client le voit dès que l’analyse antivirus est terminée.',
    uploading: 'Envoi du document',
    tooLarge: 'Ce fichier dépasse 25 Mo.',
    added: 'Document ajouté',
    replace: 'Remplacer',
    replaced: 'Document remplacé',
    withdraw: 'Retirer',
    withdrawTitle: 'Retirer ce document ?',
    withdrawText: (name: string) => `Le client ne verra plus ${name}. Le retrait reste dans l’historique.`,
    withdrawn: 'Document retiré',
  },
  contradictions: {
    title: 'Le document contredit les livres',
    hint: 'Rien n’est corrigé tout seul. Corrigez la ligne, ou demandez un autre document.',
    row: (field: string, document: string, stored: string) =>
      `${field} : document « ${document} », livres « ${stored} »`,
    none: 'aucun',
    fields: {
      number: 'Numéro',
      issuedOn: 'Date d’émission',
      dueDate: 'Échéance',
      amount: 'Montant',
      currency: 'Devise',
      siren: 'SIREN',
    },
  },
  allocate: {
    title: 'Rattacher un règlement',
    none: 'Ce client n’a ni paiement ni avoir disponible.',
    source: 'Paiement ou avoir',
    option: (name: string, left: string) => `${name} (reste ${left})`,
    amount: 'Montant',
    submit: 'Rattacher',
    done: 'Règlement rattaché',
    remove: 'Reprendre',
    removed: 'Rattachement repris',
    invalid: 'Montant incorrect : par exemple 1 250,50.',
  },
  match: {
    hint: 'Un paiement qui a le montant d’une seule facture peut être rattaché tout seul. Les autres se rattachent sur la page de la facture.',
    submit: 'Rattacher les montants identiques',
    done: (count: number) => (count === 1 ? '1 paiement rattaché' : `${count} paiements rattachés`),
    none: 'Aucun paiement n’a le montant d’une seule facture',
  },
};
export type DeskPagesCopy = typeof deskPages;
