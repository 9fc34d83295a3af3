import { Picture } from './picture.tsx';
import { elsewhere, france, maghreb, middleEastAndAfrica } from './regions-map-land.ts';

type RegionsMapProps = {
  /** In this order: France, the Maghreb, MENA and Africa. Their names are written on the map. */
  regions: { name: string }[];
  label: string;
  /** The town from which the arcs start, at the Baie des Anges. */
  origin?: string;
  className?: string;
};

const places = [
  { x: 114, y: 45, anchor: 'end' },
  { x: 182, y: 158, anchor: 'middle' },
  { x: 206, y: 250, anchor: 'middle' },
] as const;

export function RegionsMap({ regions, label, origin = 'Nice', className }: RegionsMapProps) {
  return (
    <Picture viewBox="0 0 440 517" label={label} className={`rounded-xl bg-tint ${className ?? ''}`}>
      <g strokeWidth="1.5">
        <path className="fill-surface stroke-line" d={elsewhere} />
        <path className="fill-azure/30 stroke-surface" d={middleEastAndAfrica} />
        <path className="fill-sea/50 stroke-surface" d={maghreb} />
        <path className="fill-azure stroke-surface" d={france} />
      </g>
      <path
        className="stroke-ink"
        strokeWidth="1.75"
        d="M171 65Q168 46 156 35M171 65Q182 84 180 104M171 65Q122 74 94 114M171 65Q36 100 24 217M171 65Q70 150 91 280M171 65Q276 76 365 164M171 65Q300 150 324 320"
      />
      <path
        className="fill-ink"
        d="M152 35a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM176 104a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM90 114a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM20 217a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM87 280a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM361 164a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM320 320a4 4 0 1 0 8 0 4 4 0 1 0-8 0z"
      />
      <circle className="fill-sun stroke-ink" cx="171" cy="65" r="6.5" />
      <g className="fill-ink font-heading font-bold" fontSize="17">
        {places.map(({ x, y, anchor }, index) => (
          <text key={x} x={x} y={y} textAnchor={anchor}>
            {regions[index]?.name}
          </text>
        ))}
        <text x="184" y="62" fontSize="16">
          {origin}
        </text>
      </g>
    </Picture>
  );
}
