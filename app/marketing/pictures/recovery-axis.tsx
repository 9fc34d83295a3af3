import { Picture } from './picture.tsx';
import type { InfrastructurePage } from '#content/schema/service.ts';

const pen = { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;
const [copy, failure, restart] = [44, 196, 344];

/** The two durations of a recovery plan on one axis of time. Not to scale: they are agreed with the customer. */
export function RecoveryAxis({ moments, spans }: InfrastructurePage['recovery']) {
  return (
    <Picture viewBox="0 0 400 104">
      <path {...pen} className="stroke-azure" strokeDasharray="2 7" d={`M${copy + 6} 52H${failure - 8}`} />
      <path {...pen} className="stroke-azure" d={`M2 52H${copy}M${restart} 52h50m-8-6l8 6-8 6`} />
      <path className="fill-sun" d={`M${failure} 46H${restart}v12H${failure}z`} />
      <path {...pen} className="stroke-ink" d={`M${failure - 8} 44l16 16M${failure + 8} 44l-16 16`} />
      <circle {...pen} className="fill-surface stroke-azure" cx={copy} cy="52" r="7" />
      <circle className="fill-azure" cx={restart} cy="52" r="8" />
      <g textAnchor="middle" className="fill-ink font-heading font-bold" fontSize="19">
        <text x={(copy + failure) / 2} y="32">
          {spans[0]}
        </text>
        <text x={(failure + restart) / 2} y="32">
          {spans[1]}
        </text>
      </g>
      <g textAnchor="middle" className="fill-ink font-sans" fontSize="16">
        <text x="2" textAnchor="start" y="92">
          {moments[0]}
        </text>
        <text x={failure} y="92">
          {moments[1]}
        </text>
        <text x={restart} y="92">
          {moments[2]}
        </text>
      </g>
    </Picture>
  );
}
