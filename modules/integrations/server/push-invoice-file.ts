import { inKeyTransaction, type KeyCaller } from '#api/db/key.ts';
import { type DocumentDeps, pushDocument } from '#modules/invoicing/server/read/import-document.ts';
import type { DocumentQueryV1, DocumentResultV1 } from '../contract/api-v1.ts';
import { findOwner } from './push-record.ts';

/** By the rules of the import at the desk: what contradicts the database is stored only if the program accepts it. */
export async function pushInvoiceFile(
  deps: DocumentDeps,
  caller: KeyCaller,
  { number, customer, accept, replace }: DocumentQueryV1 & { number: string },
  content: AsyncIterable<Uint8Array>,
): Promise<DocumentResultV1> {
  const customerId =
    customer === undefined
      ? undefined
      : await inKeyTransaction(deps.database, caller, ['invoices:write'], async (client) => {
          const { id } = await findOwner(client, customer);
          return id;
        });
  const query = { number, name: number, customerId, accept, replace };
  const { plan } = await pushDocument(deps, caller, query, content);
  const { outcome, document, contradictions, findings } = plan;
  return {
    outcome,
    number: document?.number ?? number,
    warnings: [...contradictions, ...findings].map(({ code }) => code),
  };
}
