import type { z } from 'zod';
import { ofCustomer } from '#contract/desk-records.ts';
import type { RecordDescription } from '#contract/record-description.ts';
import { pageOf } from '#contract/lists.ts';
import { deskItemOf, itemOf, listOf } from '#contract/records.ts';
import { get, ok, permissions } from './router.ts';

// The handlers are written out beside these: a loop over the lists would cost the browser's client its types.

type ItemSchema<Described extends RecordDescription> = ReturnType<typeof itemOf<Described>>;

/** A list of the active customer. `item`: where the portal shows more than the description says. */
export function portalList<const Described extends RecordDescription, Item extends z.ZodType = ItemSchema<Described>>(
  described: Described,
  summary: string,
  item = itemOf(described) as object as Item,
) {
  const { query } = listOf(described);
  return get(`/${described.list as Described['list']}`, summary, {
    request: { query },
    responses: ok(pageOf(item), { 400: ['invalid_cursor'], 403: ['forbidden'] }),
  });
}

/** The same list of any customer, for staff. */
export function deskList<const Described extends RecordDescription, const Path extends string>(
  described: Described,
  path: Path,
  summary: string,
) {
  const { query } = listOf(described);
  return get(path, summary, {
    ...permissions(...described.staff),
    request: { query: query.extend(ofCustomer) },
    responses: ok(pageOf(deskItemOf(described)), { 400: ['invalid_cursor'] }),
  });
}
