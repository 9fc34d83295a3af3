import { createInvoiceIssuer, type IssueDeps } from '#api/services/invoices/write/issue-invoice.ts';
import { issuedInvoiceSchema, issueInvoiceSchema, issuePreviewSchema } from '#contract/invoice-issue.ts';
import { createDeskRouter, jsonBody, ok, post } from './router.ts';

/** What is missing to name the seller or the buyer. */
const parties = ['seller_siret_missing', 'seller_vat_missing', 'buyer_siren_missing', 'buyer_email_missing'] as const;

/** Invoices and credit notes that we write. */
export function deskInvoiceRoutes(deps: IssueDeps) {
  const issuer = createInvoiceIssuer(deps);
  return createDeskRouter('records')
    .openapi(
      post('/invoices/issue', 'Issue an invoice or a credit note, with its number, its PDF and its XML', {
        request: jsonBody(issueInvoiceSchema),
        responses: ok(issuedInvoiceSchema, { 404: ['not_found'], 409: ['changed_meanwhile', ...parties] }),
      }),
      async (c) => c.json(await issuer.issue(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/invoices/preview', 'The totals of an invoice that is not issued yet', {
        request: jsonBody(issueInvoiceSchema),
        responses: ok(issuePreviewSchema, { 404: ['not_found'], 409: parties }),
      }),
      async (c) => c.json(await issuer.preview(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    );
}
