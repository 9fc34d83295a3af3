import { useEffect, useState } from 'react';
import type { Slots, SlotsQuery } from '#contract/appointment-schemas.ts';
import { type AppointmentKind, maxSlotDays } from '#contract/appointments.ts';

export type LoadSlots = (request: { query: SlotsQuery }, options: { signal: AbortSignal }) => Promise<Slots>;
export type SlotsState = { kind: AppointmentKind; slots: Slots['items'] | 'loading' | 'failed' };

const minuteMs = 60 * 1000;

/** The free times of a kind from now on. `load` must be the same at each call. */
export function useSlots(load: LoadSlots, kind: AppointmentKind) {
  const [state, setState] = useState<SlotsState>({ kind, slots: 'loading' });
  const [from, setFrom] = useState(() => new Date());
  useEffect(() => {
    const abort = new AbortController();
    const until = new Date(from.getTime() + maxSlotDays * 24 * 60 * minuteMs - minuteMs);
    const finish = (slots: SlotsState['slots']) => {
      if (!abort.signal.aborted) setState({ kind, slots });
    };
    load({ query: { kind, from: from.toISOString(), until: until.toISOString() } }, { signal: abort.signal }).then(
      ({ items }) => finish(items),
      () => finish('failed'),
    );
    return () => abort.abort();
  }, [load, kind, from]);
  return {
    // What another kind has is not shown while this one is loaded.
    slots: state.kind === kind ? state.slots : 'loading',
    reload: () => {
      setState({ kind, slots: 'loading' });
      setFrom(new Date());
    },
  };
}
