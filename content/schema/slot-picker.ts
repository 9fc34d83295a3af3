import type { Plural } from '../plural.ts';

/** What the choice of a free time says: the public page, the portal and the desk have their own. */
export interface SlotPickerCopy {
  day: string;
  /** `day`: `Tuesday, November 24` */
  times: (day: string) => string;
  previous: string;
  next: string;
  week: (from: string, to: string) => string;
  /** Below a day without free times. */
  none: string;
  /** Below a day, by the number of its free times. */
  free: Plural;
  /** For screen readers; `free` is one of the two above. */
  described: (day: string, free: string) => string;
  /** Above the times. */
  zone: string;
  /** Above the times, where the reader's clock shows another time. */
  zones: string;
  /** The reader's own time of a slot: `14:00`, or `Wed, Nov 25, 01:00` on another day. */
  yours: (time: string) => string;
  /** `yours` is undefined where it is the same time. */
  chosen: (day: string, from: string, to: string, yours: string | undefined) => string;
  loading: string;
  empty: string;
  failed: string;
  retry: string;
  taken: string;
}
