import type { InvoicePageCopy, RecordPageCopy, StatementPageCopy } from '#content/portal/en/record-pages.ts';
import * as portal from '#content/portal/en/record-pages.ts';
import type { DeskPagesCopy } from '../fr/record-pages.ts';

export const invoicePage: InvoicePageCopy = {
  ...portal.invoicePage,
  back: 'The customer’s invoices',
  facts: { ...portal.invoicePage.facts, due: 'Due date', order: 'Order' },
  noDocument: 'This invoice has no document yet. Its amount and dates come from the books.',
};

export const recordPage: RecordPageCopy = {
  contract: {
    ...portal.recordPage.contract,
    back: 'The customer’s contracts',
    number: 'Contract number',
    start: 'Start date',
    end: 'End date',
  },
  license: {
    ...portal.recordPage.license,
    back: 'The customer’s licenses',
    key: 'License key',
    expiry: 'Expiry date',
    cost: 'Monthly cost',
  },
};

export const statementPage: StatementPageCopy = {
  ...portal.statementPage,
  back: 'The customer’s payments',
  kinds: { ...portal.statementPage.kinds, books: 'Settled in the books' },
};

export const deskPages: DeskPagesCopy = {
  language: 'en',
  credit: 'Write a credit note',
  issuedNote: 'This document is issued: its number and its amount no longer change. A credit note corrects them.',
  documents: {
    add: 'Add a PDF',
    hint: 'PDF, 25 MB at most. The customer sees it as soon as it has been checked for viruses.',
    uploading: 'Uploading the document',
    tooLarge: 'This file is larger than 25 MB.',
    added: 'Document added',
    replace: 'Replace',
    replaced: 'Document replaced',
    withdraw: 'Withdraw',
    withdrawTitle: 'Withdraw this document?',
    withdrawText: (name) => `The customer will no longer see ${name}. The history keeps that it was withdrawn.`,
    withdrawn: 'Document withdrawn',
  },
  contradictions: {
    title: 'The document contradicts the books',
    hint: 'Nothing is corrected automatically. Correct the row, or ask for another document.',
    row: (field, document, stored) => `${field}: document “${document}”, books “${stored}”`,
    none: 'none',
    fields: {
      number: 'Number',
      issuedOn: 'Date of issue',
      dueDate: 'Due date',
      amount: 'Amount',
      currency: 'Currency',
      siren: 'SIREN',
    },
  },
  allocate: {
    title: 'Match a payment',
    none: 'This customer has neither a payment nor a credit note to match.',
    source: 'Payment or credit note',
    option: (name, left) => `${name} (${left} left)`,
    amount: 'Amount',
    submit: 'Match',
    done: 'Payment matched',
    remove: 'Undo the match',
    removed: 'Match undone',
    invalid: 'Not a valid amount: for instance 1250.50.',
  },
  match: {
    hint: 'A payment with the amount of exactly one invoice can be matched automatically. The others are matched on the invoice’s page.',
    submit: 'Match equal amounts',
    done: (count) => (count === 1 ? '1 payment matched' : `${count} payments matched`),
    none: 'No payment has the amount of exactly one invoice',
  },
};
