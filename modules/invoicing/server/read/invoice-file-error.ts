import type { InvoiceFileErrorCode } from '../../contract/invoice-import.ts';

/** Why a file is not read as an invoice. `detail` names the place: an element, a value, a line. */
export class InvoiceFileError extends Error {
  override name = 'InvoiceFileError';
  readonly code: InvoiceFileErrorCode;
  readonly detail: string | null;

  constructor(code: InvoiceFileErrorCode, detail: string | null = null) {
    super(detail === null ? code : `${code}: ${detail}`);
    this.code = code;
    this.detail = detail?.slice(0, 200) ?? null;
  }
}
