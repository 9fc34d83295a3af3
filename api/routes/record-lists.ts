import { ofCustomer } from '#contract/desk-records.ts';
import type { RecordDescription } from '#contract/record-description.ts';
import { listOf } from '#contract/records.ts';
import { get, ok, permissions } from './router.ts';

// The handlers are written out beside these: a loop over the lists would cost the browser's client its types.

/** A list of the active customer. */
export function portalList<const Described extends RecordDescription>(described: Described, summary: string) {
  const { query, page } = listOf(described);
  return get(`/${described.list as Described['list']}`, summary, {
    request: { query },
    responses: ok(page, { 400: ['invalid_cursor'], 403: ['forbidden'] }),
  });
}

/** The same list of any customer, for staff. */
export function deskList<const Described extends RecordDescription, const Path extends string>(
  described: Described,
  path: Path,
  summary: string,
) {
  const { query, page } = listOf(described);
  return get(path, summary, {
    ...permissions(...described.staff),
    request: { query: query.extend(ofCustomer) },
    responses: ok(page, { 400: ['invalid_cursor'] }),
  });
}
