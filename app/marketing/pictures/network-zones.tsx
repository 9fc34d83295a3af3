import { Picture } from './picture.tsx';

const pen = { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;

/** Three zones of a network in plan. One gate joins the second and the third; the first has none. */
export function NetworkZones({ zones }: { zones: [string, string, string] }) {
  return (
    <Picture viewBox="0 0 400 112">
      <path {...pen} className="fill-surface stroke-azure" d="M1 21h14V5h30v16h66v86H1z" />
      <path {...pen} className="fill-surface stroke-azure" d="M137 21h262v86H137z" />
      <path {...pen} className="fill-tint stroke-azure" d="M267 21h88V5h30v16h14v86H267z" />
      <path className="fill-sun" d="M259 50h16v28h-16z" />
      <path {...pen} className="stroke-azure" d="M259 50h16M259 78h16" />
      <path {...pen} className="stroke-sea" strokeDasharray="2 6" d="M226 64h26M282 64h22" />
      <g textAnchor="middle" className="fill-ink font-sans font-semibold" fontSize="16">
        <text x="56" y="70">
          {zones[0]}
        </text>
        <text x="198" y="44">
          {zones[1]}
        </text>
        <text x="333" y="44">
          {zones[2]}
        </text>
      </g>
    </Picture>
  );
}
