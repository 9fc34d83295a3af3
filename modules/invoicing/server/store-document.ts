import type { ClientBase } from 'pg';
import type { InvoiceDocument } from '#contract/invoice-document.ts';

interface Place {
  invoiceId: string;
  customerId: string;
  origin: 'read' | 'written';
}

/** Stores the document of an invoice, with what SQL asks for as columns. It replaces one that was read; the database keeps what we wrote. */
export async function storeDocument(
  client: ClientBase,
  { invoiceId, customerId, origin }: Place,
  document: InvoiceDocument,
): Promise<void> {
  const { kind, issuedOn, currency, totals, buyer, payment, profile } = document;
  await client.query(
    `INSERT INTO invoice_documents (invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren,
      iban, profile, document, created_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, app_staff_id())
    ON CONFLICT (invoice_id) DO UPDATE SET origin = EXCLUDED.origin, kind = EXCLUDED.kind, issued_on = EXCLUDED.issued_on,
      currency = EXCLUDED.currency, net = EXCLUDED.net, tax = EXCLUDED.tax, gross = EXCLUDED.gross, due = EXCLUDED.due,
      buyer_siren = EXCLUDED.buyer_siren, iban = EXCLUDED.iban, profile = EXCLUDED.profile, document = EXCLUDED.document,
      created_by = EXCLUDED.created_by`,
    [
      invoiceId,
      customerId,
      origin,
      kind,
      issuedOn,
      currency,
      totals.net,
      totals.tax,
      totals.gross,
      totals.due,
      buyer.siren,
      // A broken IBAN stays in the document, where it is a finding.
      payment.iban !== null && /^[\dA-Z]{5,34}$/.test(payment.iban) ? payment.iban : null,
      profile,
      JSON.stringify(document),
    ],
  );
}
