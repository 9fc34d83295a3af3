import type { InfrastructurePage } from '#content/schema/service.ts';
import { Picture } from './picture.tsx';

const pen = { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;
const gates = [22, 56, 90];

/** One identity before a wall with three gates. */
export function IdentityEntries({ person, entries }: InfrastructurePage['identity']) {
  return (
    <Picture viewBox="0 0 400 112">
      <path {...pen} className="stroke-sea" strokeDasharray="2 6" d={gates.map((y) => `M124 56L258 ${y}`).join('')} />
      <path {...pen} className="stroke-azure" d="M268 1v11M268 32v14M268 66v14M268 100v11" />
      <path className="fill-sun" d={gates.map((y) => `M262 ${y - 10}h12v20h-12z`).join('')} />
      <path {...pen} className="fill-surface stroke-azure" d="M1 38h122v36H1z" />
      <g className="fill-ink font-sans font-semibold" fontSize="16">
        <text x="62" y="61.5" textAnchor="middle">
          {person}
        </text>
        {gates.map((y, at) => (
          <text key={y} x="288" y={y + 5.5}>
            {entries[at]}
          </text>
        ))}
      </g>
    </Picture>
  );
}
