const safe = /^[\w-]{1,64}$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The last segment of a record's page: its number where that fits into a path as it is, else its id. Proxies decode `%2F`, and the
 * server sends the document only for such a segment.
 */
const segment = (id: string, number: string | null) =>
  number !== null && safe.test(number) && !uuid.test(number) ? number : id;

export const invoicePath = ({ id, number }: { id: string; number: string | null }) =>
  `/customer-portal/invoices/${segment(id, number)}`;
export const contractPath = ({ id, contractNumber }: { id: string; contractNumber: string }) =>
  `/customer-portal/contracts/${segment(id, contractNumber)}`;
export const licensePath = ({ id }: { id: string }) => `/customer-portal/licenses/${id}`;
export const statementPath = '/customer-portal/payments/statement';
