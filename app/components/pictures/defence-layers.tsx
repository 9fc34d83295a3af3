import { CheckList } from '../ui/check-list.tsx';
import { Picture } from './picture.tsx';
import { curtainDistance, starFort } from './star-fort.ts';

type Layer = { title: string; text: string; measures: string[] };

type DefenceLayersProps = {
  /** Four, from the outside in. A title of up to 20 characters fits behind its wall. */
  layers: Layer[];
  /** Accessible name; the list beside the picture has the details as text. */
  label: string;
};

/** A fort in plan, one wall inside the other. Where CSS can do it, the wall being read is highlighted (app/styles/app.css). */
export function DefenceLayers({ layers, label }: DefenceLayersProps) {
  return (
    <div className="defence-layers grid gap-x-12 gap-y-10 lg:grid-cols-12">
      <div className="lg:col-span-6">
        <Walls titles={layers.map((layer) => layer.title)} label={label} />
      </div>
      <ol className="lg:col-span-6">
        {layers.map((layer, index) => (
          <li
            key={layer.title}
            className="grid grid-cols-[2.5rem_1fr] gap-x-4 border-t border-line py-7 first:border-0 first:pt-0 last:pb-0 sm:grid-cols-[4rem_1fr] lg:py-12"
          >
            <span aria-hidden="true" className="font-heading text-3xl leading-none font-bold text-azure">
              {index + 1}
            </span>
            <div>
              <h3 className="text-2xl">{layer.title}</h3>
              <p className="mt-2 text-lg text-muted">{layer.text}</p>
              <CheckList items={layer.measures} className="mt-4" />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

const centre = { x: 280, y: 280 };
/** From the centre to the straight part of each wall, and its outline. */
const walls = [
  { distance: curtainDistance(276), outline: starFort({ ...centre, radius: 276 }) },
  { distance: curtainDistance(208), outline: starFort({ ...centre, radius: 208 }) },
  { distance: 89, outline: 'M206 191h148l24 24v130l-24 24H206l-24-24V215z' },
  { distance: 42, outline: 'M238 238h84v84h-84z' },
];
const fills = ['fill-surface', 'fill-tint', 'fill-azure/15', 'fill-sun'];

function Walls({ titles, label }: { titles: string[]; label: string }) {
  return (
    <Picture viewBox="0 24 560 532" label={label} className="max-w-xl lg:sticky lg:top-24">
      {walls.map(({ outline }, index) => (
        <path
          key={outline}
          className={`defence-wall stroke-azure ${fills[index]}`}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          d={outline}
        />
      ))}
      {walls.map(({ distance }, index) => (
        <text
          key={distance}
          x={centre.x}
          y={index === walls.length - 1 ? centre.y + 6 : centre.y - distance + 28}
          textAnchor="middle"
          fontSize="16"
          className={`font-heading font-bold ${index === walls.length - 1 ? 'fill-night' : 'fill-ink'}`}
        >
          {titles[index]}
        </text>
      ))}
      <Attacks />
    </Picture>
  );
}

/** Two attacks: one stopped by the first wall, one by the second. */
function Attacks() {
  return (
    <g className="stroke-sun" strokeWidth="2">
      <path strokeDasharray="2 7" vectorEffect="non-scaling-stroke" d="M168 552L246 458M404 552L308 417" />
      <path vectorEffect="non-scaling-stroke" d="M240 446l14 14M254 446l-14 14M299 404l14 14M313 404l-14 14" />
    </g>
  );
}
