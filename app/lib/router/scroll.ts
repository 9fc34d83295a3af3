import type { SiteLocation } from './addresses.ts';

/** Where a visit starts: at the top or its fragment, where the reader was, or wherever the window is. */
export type Scroll = 'start' | 'keep' | number;

const storageKey = 'places';
let places: Record<string, number> | undefined;
let place = 0;

const readPlaces = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

/** A fragment moves the window before its event comes: what it left is what was noted while the reader scrolled. */
export const notePlace = () => {
  place = window.scrollY;
};

export const rememberPlace = (key: string, isLeftByFragment = false) => {
  places ??= readPlaces();
  places[key] = isLeftByFragment ? place : window.scrollY;
};

export const rememberedPlace = (key: string): number | undefined => {
  places ??= readPlaces();
  return places[key];
};

export const storePlaces = () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(places ?? {}));
  } catch {
    // Storage is full or forbidden: Back then starts at the top.
  }
};

const targetOf = ({ hash }: SiteLocation) => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
};

export function settleScroll(scroll: Scroll, location: SiteLocation) {
  if (typeof scroll === 'number') window.scrollTo(0, scroll);
  else if (scroll === 'start') {
    const target = location.hash ? targetOf(location) : null;
    if (target) target.scrollIntoView();
    else window.scrollTo(0, 0);
  }
  notePlace();
}
