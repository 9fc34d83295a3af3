// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

type BrickPictureProps = {
  /** `missing`: nothing here yet. `fallen`: it could not be loaded. `apart`: it has its place, and is not in it yet. */
  variant: 'missing' | 'fallen' | 'apart';
};

const brick = (y: number, width: number) => (x: number) => `M${x} ${y}h${width}v13h-${width}z`;
const wall = [
  ...[1, 33, 97].map(brick(1, 27)),
  ...[1, 113].map(brick(19, 11)),
  ...[17, 49, 81].map(brick(19, 27)),
  ...[1, 33, 65, 97].map(brick(37, 27)),
].join('');

/** A piece of the wall in which one brick is not in its place. The text beside it says why. */
export function BrickPicture({ variant }: BrickPictureProps) {
  const isLoose = variant !== 'missing';
  return (
    <svg
      aria-hidden="true"
      width={isLoose ? 172 : 126}
      height="52"
      className="fill-none stroke-line-strong stroke-[1.5]"
    >
      <path d={wall} />
      <rect x="65" y="1" width="27" height="13" className="stroke-azure" strokeDasharray="3 3" />
      {isLoose && (
        <rect
          x="138"
          y={variant === 'fallen' ? 36 : 1}
          width="27"
          height="13"
          className="fill-sun stroke-sun-ink"
          transform={variant === 'fallen' ? 'rotate(-24 151 43)' : undefined}
        />
      )}
    </svg>
  );
}
