import { Fragment } from 'react';

/** A sentence whose email addresses stay on one line. Their hyphens stay plain: people copy them. */
export function UnbrokenEmails({ children }: { children: string }) {
  return children.split(/(\S+@[\w.-]+\w)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

/** Breaks only after a comma: neither opening hours nor a postal code and its city take two lines. */
export function Unbroken({ children }: { children: string }) {
  return children.split(', ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ', '}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ));
}
