import { useEffect, useState } from 'react';
import type { Slots, SlotsQuery } from '../contract/appointment-schemas.ts';
import { type AppointmentKind, maxSlotDays } from '#contract/appointments.ts';

export type LoadSlots = (request: { query: SlotsQuery }, options: { signal: AbortSignal }) => Promise<Slots>;
export type SlotsState = {
  slots: Slots['items'] | 'loading' | 'failed';
  /** Whether there are times in later weeks, which are loaded when they are wanted. */
  later: 'none' | 'offered' | 'loading';
};

const spanMs = maxSlotDays * 24 * 60 * 60 * 1000;
const loading: SlotsState = { slots: 'loading', later: 'none' };

type Request = {
  kind: AppointmentKind;
  /** From now on unless given. */
  from?: Date;
  /** The times before that, which stay on the screen meanwhile. */
  known: Slots['items'];
};

/** The free times of a kind from now on. `load` must be the same at each call. */
export function useSlots(load: LoadSlots, kind: AppointmentKind) {
  const [state, setState] = useState<SlotsState & { kind: AppointmentKind; next?: Date }>({ kind, ...loading });
  const [request, setRequest] = useState<Request>({ kind, known: [] });
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const { from, known }: Omit<Request, 'kind'> = request.kind === kind ? request : { known: [] };
    findSlots(load, kind, from ?? new Date(), signal).then(
      ({ items, hasMore, next }) => {
        if (signal.aborted) return;
        setState({ kind, slots: [...known, ...items], later: hasMore ? 'offered' : 'none', next });
      },
      () => {
        if (signal.aborted) return;
        // The visitor can ask for later ones again.
        if (from !== undefined) setState({ kind, slots: known, later: 'offered', next: from });
        else setState({ kind, slots: 'failed', later: 'none' });
      },
    );
    return () => abort.abort();
  }, [load, kind, request]);
  // What another kind has is not shown while this one is loaded.
  const { slots, later, next } = state.kind === kind ? state : { ...loading, next: undefined };
  return {
    slots,
    later,
    /** What is shown stays until it is replaced: the visitor keeps the week. */
    reload: () => {
      setState({ kind, slots: Array.isArray(slots) ? slots : 'loading', later: 'none' });
      setRequest({ kind, known: [] });
    },
    loadLater: () => {
      if (later !== 'offered' || !Array.isArray(slots) || next === undefined) return;
      setState({ kind, slots, later: 'loading' });
      setRequest({ kind, from: next, known: slots });
    },
  };
}

/** Passes over months in which nothing is free. */
async function findSlots(load: LoadSlots, kind: AppointmentKind, since: Date, signal: AbortSignal) {
  for (let from = since; ;) {
    const next = new Date(from.getTime() + spanMs);
    const query = { kind, from: from.toISOString(), until: new Date(next.getTime() - 1).toISOString() };
    const { items, hasMore } = await load({ query }, { signal });
    if (items.length > 0 || !hasMore) return { items, hasMore, next };
    from = next;
  }
}
