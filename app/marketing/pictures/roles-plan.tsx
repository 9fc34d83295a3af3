import { classNames } from '#app/components/ui/class-names.ts';
import { Picture } from './picture.tsx';
import type { PartnersPage } from '#content/schema/pages.ts';

type RolesPlanProps = PartnersPage['hero']['plan'] & { className?: string };

const pen = { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;
const corners = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];
/** From the curtain over the flank to the tip and back, for the upper left bastion; the others mirror it. */
const bastion = [
  [-146, -58],
  [-208, -66],
  [-226, -200],
  [-76, -184],
  [-68, -130],
] as const;
const outline = corners
  .map(({ x, y }) => {
    const points = bastion.map(([px, py]) => `${-px * x} ${-py * y}`);
    return (x * y > 0 ? points : points.toReversed()).join('L');
  })
  .join('L');

/** The same fort, small: the bastion of one role is filled, and the number in the square is the one to call. */
export function RoleMark({ role, className }: { role: number; className?: string }) {
  const { x = 1, y = 1 } = corners[role] ?? {};
  return (
    <Picture viewBox="-240 -218 480 436" className={className}>
      <path {...pen} className="fill-surface stroke-azure" d={`M${outline}z`} />
      <path className="fill-azure" d={`M${bastion.map(([px, py]) => `${-px * x} ${-py * y}`).join('L')}z`} />
      <path className="fill-sun" d="M-104 -62h208v124h-208z" />
    </Picture>
  );
}

/** A fort in plan: whichever bastion is concerned, the same number in the square. */
export function RolesPlan({ title, phone, annotation, roles, className }: RolesPlanProps) {
  return (
    <figure className={classNames('w-full', className)}>
      <figcaption className="font-heading text-2xl font-bold tracking-tight">{title}</figcaption>
      <ul className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 text-sm">
        {roles.map((role, index) => (
          <li
            key={role.name}
            className={classNames(
              'text-balance',
              index % 3 !== 0 && 'text-right',
              index < 2 ? 'self-end' : 'row-start-3',
              index === 2 && 'col-start-2',
              index === 3 && 'col-start-1',
            )}
          >
            {role.situation}
            <span className="sr-only">{`\u00A0: ${role.text}`}</span>
          </li>
        ))}
        <li aria-hidden="true" className="col-span-2 row-start-2">
          <Picture viewBox="-240 -218 480 436">
            <path {...pen} className="fill-surface stroke-azure" d={`M${outline}z`} />
            <path
              {...pen}
              className="stroke-sea"
              strokeDasharray="2 7"
              d={corners.map(({ x, y }) => `M${x * 96} ${y * 66}L${x * 118} ${y * 118}`).join('')}
            />
            <path className="fill-sun" d="M-104 -62h208v124h-208z" />
            <g textAnchor="middle" className="font-heading font-bold">
              <g className="fill-night">
                <text y="-26" fontSize="18">
                  {annotation[0]}
                </text>
                <text y="-2" fontSize="18">
                  {annotation[1]}
                </text>
                <text y="36" fontSize="22">
                  {phone}
                </text>
              </g>
              <g className="fill-ink" fontSize="17">
                {corners.map(({ x, y }, index) => (
                  <text key={`${x} ${y}`} x={x * 143} y={y * 138 + 6}>
                    {roles[index]?.name}
                  </text>
                ))}
              </g>
            </g>
          </Picture>
        </li>
      </ul>
    </figure>
  );
}
