import { BrickPattern } from './year-wall.tsx';

const digits = [
  // The upper right block of the last digit has fallen.
  `M8 0h48v96h64V0h48v240h-48v-96H8z`,
  `M208 0h160v240H208zM256 48v144h64V48z`,
  `M408 0h48v96h64V48h48v192h-48v-96H408z`,
];

/** « 404 » built of bricks, with the block that has fallen from it. */
export function NotFoundPicture() {
  return (
    <svg
      viewBox="0 0 680 244"
      preserveAspectRatio="xMinYMid"
      aria-hidden="true"
      className="h-auto max-h-60 w-full overflow-visible"
    >
      <BrickPattern />
      <path fill="url(#bricks)" fillRule="evenodd" d={digits.join('')} />
      <path className="fill-none stroke-azure" strokeWidth="3" fillRule="evenodd" d={digits.join('')} />
      <path className="fill-none stroke-line-strong" strokeWidth="2" strokeDasharray="6 6" d="M520 46V0h48v46" />
      <path className="fill-sun" d="M602 196l46 12-12 36h-46z" />
    </svg>
  );
}
