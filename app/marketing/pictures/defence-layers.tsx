import type { ReactNode } from 'react';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import { Picture } from './picture.tsx';
import { curtainDistance, starFort } from './star-fort.ts';

type Layer = { title: string; text: string; measures: string[] };

type DefenceLayersProps = {
  /** Four, from the outside in. A title of up to 20 characters fits behind its wall. */
  layers: Layer[];
  /** Accessible name; the list beside the picture has the details as text. */
  label: string;
  /** Above the picture. */
  heading?: ReactNode;
};

/** A fort in plan, one wall inside the other. Where CSS can do it, the wall being read is highlighted (app/styles/app.css). */
export function DefenceLayers({ layers, label, heading }: DefenceLayersProps) {
  return (
    <div className="defence-layers grid gap-x-12 gap-y-10 lg:grid-cols-12">
      <div className="lg:col-span-7">
        {heading}
        <Walls titles={layers.map((layer) => layer.title)} label={label} />
      </div>
      <ol className="lg:col-span-5">
        {layers.map((layer, index) => (
          <li
            key={layer.title}
            className="grid grid-cols-[2.5rem_1fr] gap-x-4 border-t border-line py-4 first:border-0 first:pt-0 md:py-7 last:pb-0 sm:grid-cols-[4rem_1fr] lg:grid-cols-[3rem_1fr] lg:py-8"
          >
            <span aria-hidden="true" className="font-heading text-3xl leading-none font-bold text-azure">
              {index + 1}
            </span>
            <div>
              <PhoneDetails title={<h3 className="text-2xl">{layer.title}</h3>} open={index === 0}>
                <p className="mt-2 text-muted lg:text-lg">{layer.text}</p>
                <CheckList items={layer.measures} className="mt-4" />
              </PhoneDetails>
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
  { distance: curtainDistance(188), outline: starFort({ ...centre, radius: 188 }) },
  { distance: 84, outline: 'M208 196h144l24 24v120l-24 24H208l-24-24V220z' },
  { distance: 40, outline: 'M240 240h80v80h-80z' },
];
/** Where the first title has room: between the outer wall and the bastions of the second. */
const aboveBastions = centre.y - 151;
const fills = ['fill-surface', 'fill-tint', 'fill-azure/15', 'fill-sun'];

function Walls({ titles, label }: { titles: string[]; label: string }) {
  return (
    <Picture viewBox="0 24 560 606" label={label} className="mx-auto max-w-xl lg:sticky lg:top-24 lg:max-w-none">
      {walls.map(({ outline }, index) => (
        <path
          key={outline}
          className={`defence-wall stroke-azure ${fills[index]}`}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          d={outline}
        />
      ))}
      {walls.map(({ distance }, index) => {
        const next = walls[index + 1];
        const middle = next ? centre.y - (distance + next.distance) / 2 : centre.y;
        const fill = next ? 'fill-ink' : 'fill-night';
        return (
          <g key={distance} textAnchor="middle" className={`font-heading font-bold ${fill}`}>
            <text x={centre.x} y={(index === 0 ? aboveBastions : middle) + 5.5} fontSize="16" className="max-sm:hidden">
              {titles[index]}
            </text>
            {/* On a phone the fort is 350 px wide: the number of the list under it instead of the title. */}
            <text x={centre.x} y={middle + 10} fontSize="28" className="sm:hidden">
              {index + 1}
            </text>
          </g>
        );
      })}
      <Attacks />
    </Picture>
  );
}

/** Two attacks on the lower straight wall: one stops at it, one passes through a breach and stops at the second wall. */
function Attacks() {
  return (
    <>
      <path className="stroke-surface" strokeWidth="6" strokeLinecap="butt" d="M294 453.2H320" />
      <path className="stroke-azure" vectorEffect="non-scaling-stroke" d="M289.5 461l9-15.6M315.5 461l9-15.6" />
      <path className="fill-azure stroke-transparent" d="M288 470h12v7h-12zM316 474l11 4-3 7-11-4z" />
      <g className="stroke-sun">
        <path strokeDasharray="2 7" vectorEffect="non-scaling-stroke" d="M252 626V462M307 626V406" />
        <path vectorEffect="non-scaling-stroke" d="M245 449l14 14M259 449l-14 14M300 391l14 14M314 391l-14 14" />
      </g>
    </>
  );
}
