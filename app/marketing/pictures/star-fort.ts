type StarFort = {
  x?: number;
  y?: number;
  /** From the centre to the tip of a bastion. */
  radius: number;
  bastions?: number;
};

const curtain = { radius: 0.66, angle: 12 };
const shoulder = { radius: 0.76, angle: 14 };

/** The distance of a straight wall of a fort with six bastions from the centre. */
export const curtainDistance = (radius: number) =>
  radius * curtain.radius * Math.cos(((30 - curtain.angle) * Math.PI) / 180);

/** A bastioned fort in plan, one of its straight walls facing up. */
export function starFort({ x = 0, y = 0, radius, bastions = 6 }: StarFort): string {
  const step = 360 / bastions;
  const corners = Array.from({ length: bastions }, (_, index) => {
    const tip = -90 + step / 2 + index * step;
    return [
      [curtain.radius, tip - curtain.angle],
      [shoulder.radius, tip - shoulder.angle],
      [1, tip],
      [shoulder.radius, tip + shoulder.angle],
      [curtain.radius, tip + curtain.angle],
    ] as const;
  }).flat();
  const points = corners.map(([share, degrees]) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(x + radius * share * Math.cos(angle)).toFixed(1)} ${(y + radius * share * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}z`;
}
