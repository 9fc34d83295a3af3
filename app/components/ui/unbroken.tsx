import { Fragment } from 'react';

/** Breaks only after a comma: neither opening hours nor a postal code and its city take two lines. */
export function Unbroken({ children }: { children: string }) {
  return children.split(', ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ', '}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ));
}
