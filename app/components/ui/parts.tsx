import { createElement, Fragment, type ReactNode } from 'react';

/** A sentence of copy with elements in it: `copy.welcome(<bdi>…</bdi>)`. Each language puts them where they belong. */
export const Parts = ({ of }: { of: readonly ReactNode[] }) => createElement(Fragment, null, ...of);

/** Facts in one line, each with its own direction; what is missing is left out. */
export const Facts = ({ of }: { of: readonly (string | null | undefined)[] }) =>
  of.filter(Boolean).map((fact, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- facts have no identity but their place, and no state
    <Fragment key={at}>
      {at > 0 && ' · '}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
