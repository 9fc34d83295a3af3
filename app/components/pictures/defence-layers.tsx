import { CheckList } from '../ui/check-list.tsx';
import { Picture } from './picture.tsx';

type Layer = { title: string; text: string; measures: string[] };

type DefenceLayersProps = {
  /** Four, from the outside in. A title of up to 20 characters fits on its wall. */
  layers: Layer[];
  /** Accessible name; the list beside the picture has the details as text. */
  label: string;
};

/** Nested ramparts around the data, numbered like the list. */
export function DefenceLayers({ layers, label }: DefenceLayersProps) {
  return (
    <div className="grid gap-10 lg:grid-cols-2 lg:items-start lg:gap-16">
      <Ramparts titles={layers.map((layer) => layer.title)} label={label} />
      <ol className="grid gap-9">
        {layers.map((layer, index) => (
          <li key={layer.title} className="grid grid-cols-[auto_1fr] gap-x-5">
            <span
              aria-hidden="true"
              className="grid size-11 place-items-center border-[2.5px] border-azure bg-tint font-heading text-lg font-bold text-azure"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-xl">{layer.title}</h3>
              <p className="mt-1.5 text-muted">{layer.text}</p>
              <CheckList items={layer.measures} className="mt-3 text-sm" />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

const ground = 432;
const outer = { left: 84, right: 456, top: 52 };
/** Inset of each wall from the one around it. */
const inset = { side: 34, top: 66 };
const fills = ['fill-surface', 'fill-tint', 'fill-azure/10', 'fill-azure/20'];

function Ramparts({ titles, label }: { titles: string[]; label: string }) {
  return (
    <Picture viewBox="0 0 480 480" label={label} className="rounded-xl bg-tint lg:sticky lg:top-28">
      <path className="fill-sea/25" d="M-4 350h90v90H-4z" />
      <path className="fill-surface" d="M-4 362C4 408 22 432 56 432h430v60H-4z" />
      {titles.map((title, depth) => (
        <Wall key={title} depth={depth} title={title} />
      ))}
      <path className="stroke-sea" strokeWidth="4" d="M-4 362C4 408 22 432 56 432" />
      <path className="stroke-azure" strokeWidth="4" d="M56 432h28M456 432h28" />
      <Data />
      <Attacks />
    </Picture>
  );
}

function Wall({ depth, title }: { depth: number; title: string }) {
  const left = outer.left + depth * inset.side;
  const width = outer.right - outer.left - 2 * depth * inset.side;
  const top = outer.top + depth * inset.top;
  const merlons = Math.round((width / 14 + 1) / 2);
  const unit = width / (2 * merlons - 1);
  const crest = Array.from({ length: merlons - 1 }, () => `h${unit}v13h${unit}v-13`).join('');
  return (
    <>
      <path
        className={`stroke-azure ${fills[depth] ?? fills.at(-1)}`}
        strokeWidth={depth === 0 ? 4 : 2.5}
        d={`M${left} ${ground}V${top}${crest}h${unit}V${ground}`}
      />
      <text
        x={left + width / 2}
        y={top + 44}
        textAnchor="middle"
        fontSize="17"
        className="fill-ink font-heading font-bold"
      >
        <tspan className="fill-azure">{depth + 1}</tspan>
        <tspan dx="8">{title}</tspan>
      </text>
    </>
  );
}

function Data() {
  return (
    <g className="fill-surface stroke-ink">
      <path d="M226 338v76c0 20 88 20 88 0v-76" />
      <ellipse className="fill-sun" cx="270" cy="338" rx="44" ry="15" />
      <path fill="none" d="M226 364c0 20 88 20 88 0M226 390c0 20 88 20 88 0" />
    </g>
  );
}

/** Two attacks: one stopped by the first wall, one by the second. */
function Attacks() {
  return (
    <>
      <path className="stroke-ink" strokeDasharray="5 6" d="M8 168C28 156 50 160 68 186M4 262C38 244 78 254 104 288" />
      <path className="stroke-ink" d="M58 182l10 4 0-11M93 285l11 3-1-11" />
    </>
  );
}
