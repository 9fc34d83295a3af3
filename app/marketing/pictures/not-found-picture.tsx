import { BrickPattern } from './year-wall.tsx';

const digits = [
  // The upper right block of the last digit has fallen.
  `M2 0h48v96h64V0h48v240h-48v-96H2z`,
  `M202 0h160v240H202zM250 48v144h64V48z`,
  `M402 0h48v96h64V48h48v192h-48v-96H402z`,
];

/** « 404 » built of bricks on the shore, with the block that has fallen from it: a link that puts it back. The line runs to the edge of the screen. */
export function NotFoundPicture({ label }: { label: string }) {
  return (
    <svg viewBox="0 -2 680 246" preserveAspectRatio="xMinYMid" className="h-auto max-h-60 w-full overflow-visible">
      <BrickPattern scale={2.5} />
      <path fill="url(#bricks)" fillRule="evenodd" d={digits.join('')} />
      <path className="fill-none stroke-azure" strokeWidth="3" fillRule="evenodd" d={digits.join('')} />
      <path className="fill-none stroke-line-strong" strokeWidth="2" strokeDasharray="6 6" d="M514 46V0h48v46" />
      <path className="fill-none stroke-azure" strokeWidth="3" d="M0 241.5H700" />
      <path
        className="fill-none stroke-sea"
        strokeWidth="3"
        d="M700 241.5C980 241.5 1150 200 1290 90C1400 4 1500 -30 2600 -30"
      />
      <a href="#brick" aria-label={label} className="fallen-brick">
        <rect className="fill-sun" width="48" height="46" />
      </a>
    </svg>
  );
}
