import { createInvoiceIssuer, getLastBuyer, type IssueDeps } from '../write/issue-invoice.ts';
import {
  issuedInvoiceSchema,
  issueInvoiceSchema,
  issuePreviewSchema,
  lastBuyerQuery,
  lastBuyerSchema,
} from '../../contract/invoice-issue.ts';
import { createDeskRouter, get, jsonBody, ok, post } from '#api/routes/router.ts';

const rules = {
  400: ['invoice_not_positive', 'due_before_issue', 'unprintable_characters'],
  404: ['not_found'],
} as const;

/** What is missing to name the seller or the buyer. */
const parties = ['seller_siret_missing', 'seller_vat_missing', 'buyer_siren_missing', 'buyer_email_missing'] as const;

/** Invoices and credit notes that we write. */
export function deskInvoiceRoutes(deps: IssueDeps) {
  const issuer = createInvoiceIssuer(deps);
  return createDeskRouter('records')
    .openapi(
      post('/invoices/issue', 'Issue an invoice or a credit note, with its number, its PDF and its XML', {
        request: jsonBody(issueInvoiceSchema),
        responses: ok(issuedInvoiceSchema, {
          ...rules,
          409: ['changed_meanwhile', 'credit_exceeded', ...parties],
          422: ['idempotency_key_reused'],
        }),
      }),
      async (c) => c.json(await issuer.issue(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      post('/invoices/preview', 'The totals of an invoice that is not issued yet', {
        request: jsonBody(issueInvoiceSchema),
        responses: ok(issuePreviewSchema, { ...rules, 409: ['credit_exceeded', ...parties] }),
      }),
      async (c) => c.json(await issuer.preview(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      get('/invoices/last-buyer', 'The address of the customer’s last document', {
        request: { query: lastBuyerQuery },
        responses: ok(lastBuyerSchema),
      }),
      async (c) => c.json(await getLastBuyer(c.get('database'), c.get('caller'), c.req.valid('query').customerId), 200),
    );
}
