import { clientAt } from '#app/lib/api-client.ts';
import type { deskDocumentRoutes } from '../server/routes/desk-documents.ts';
import type { deskInvoiceRoutes } from '../server/routes/desk-invoices.ts';

export const invoicingApi = {
  invoices: clientAt<typeof deskInvoiceRoutes>('/desk'),
  documents: clientAt<typeof deskDocumentRoutes>('/desk'),
};
