type BrickPictureProps = {
  /** `missing`: nothing here yet. `fallen`: it could not be loaded. `apart`: it has its place, and is not in it yet. */
  variant: 'missing' | 'fallen' | 'apart';
};

const courses = [
  { y: 1, bricks: [[1, 27], [33, 27], [97, 27]] },
  { y: 19, bricks: [[1, 11], [17, 27], [49, 27], [81, 27], [113, 11]] },
  { y: 37, bricks: [[1, 27], [33, 27], [65, 27], [97, 27]] },
] as const; // prettier-ignore

/** A piece of the wall in which one brick is not in its place. The text beside it says why. */
export function BrickPicture({ variant }: BrickPictureProps) {
  const isLoose = variant !== 'missing';
  return (
    <svg
      aria-hidden="true"
      width={isLoose ? 172 : 126}
      height="52"
      className="brick-picture fill-none stroke-line-strong stroke-[1.5]"
    >
      {courses.map(({ y, bricks }) =>
        bricks.map(([x, width]) => <rect key={`${x} ${y}`} x={x} y={y} width={width} height="13" />),
      )}
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
