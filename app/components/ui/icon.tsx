import iconsUrl from '#app/assets/icons.svg?url&no-inline';

/** From the SVG sprite, so that no icon is in the JavaScript. Decorative: the text beside it has the meaning. */
export function Icon({ name, className = 'size-5' }: { name: string; className?: string }) {
  return (
    <svg aria-hidden="true" className={`shrink-0 ${className}`}>
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  );
}
