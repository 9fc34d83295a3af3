import { createElement, Fragment, type ReactNode } from 'react';

/** A sentence of copy with elements in it: `copy.welcome(<bdi>…</bdi>)`. Each language puts them where they belong. */
export const Parts = ({ of }: { of: readonly ReactNode[] }) => createElement(Fragment, null, ...of);
