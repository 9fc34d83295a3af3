import { classNames } from '#app/components/ui/class-names.ts';
import { Picture } from './picture.tsx';

type StandardsWallProps = {
  /** In three rows from the top: three merlons, three stones, two stones. */
  standards: { text: string; isAvailable: boolean }[];
  label: string;
};

const places = [
  ...[0, 198, 396].map((x) => ({ x, y: 4, width: 124 })),
  ...[0, 174, 348].map((x) => ({ x, y: 104, width: 172 })),
  ...[87, 261].map((x) => ({ x, y: 204, width: 172 })),
];

/** The rampart of the catalogue: one stone per standard. */
export function StandardsWall({ standards, label }: StandardsWallProps) {
  return (
    <Picture viewBox="-4 0 528 312" label={label}>
      <path className="fill-mist" d="M0 104V4H124V104H198V4H322V104H396V4H520V304H0z" />
      {standards.slice(0, places.length).map(({ text, isAvailable }, index) => {
        const { x, y, width } = places[index] ?? { x: 0, y: 0, width: 0 };
        return (
          <g key={text}>
            <rect
              className={classNames('stroke-azure', isAvailable ? 'fill-surface' : 'fill-sun-tint')}
              {...{ x, y, width }}
              height="100"
              strokeDasharray={isAvailable ? undefined : '6 6'}
              vectorEffect="non-scaling-stroke"
            />
            <text
              x={x + width / 2}
              y={y + 64}
              textAnchor="middle"
              className={classNames('font-heading font-bold', isAvailable ? 'fill-ink' : 'fill-sun-ink')}
              fontSize={width > 130 ? 46 : 33}
            >
              {text}
            </text>
          </g>
        );
      })}
      <path className="stroke-azure" d="M87 204V304H0V204M433 204H520V304H433" vectorEffect="non-scaling-stroke" />
    </Picture>
  );
}
