import { Picture } from './picture.tsx';

const pen = { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;
const servers = Array.from({ length: 10 }, (_, at) => ({ x: 1 + (at % 5) * 30, y: 34 + Math.floor(at / 5) * 36 }));

/** Ten servers that become virtual ones on three machines. */
export function SharedMachines({ labels }: { labels: [string, string] }) {
  return (
    <Picture viewBox="0 0 400 112">
      <path
        {...pen}
        className="stroke-line-strong"
        strokeDasharray="1 5"
        d={servers.map(({ x, y }) => `M${x} ${y}h24v28h-24z`).join('')}
      />
      <path {...pen} className="stroke-azure" d="M164 66h40M196 58l8 8-8 8" />
      {[222, 282, 342].map((x, at) => (
        <g key={x}>
          <path {...pen} className="fill-surface stroke-azure" d={`M${x} 34h52v64h-52z`} />
          <path
            className="fill-azure"
            d={[0, 1, 2, 3]
              .slice(0, at === 0 ? 4 : 3)
              .map((row) => `M${x + 6} ${84 - row * 15}h40v9h-40z`)
              .join('')}
          />
        </g>
      ))}
      <g className="fill-ink font-sans font-semibold" fontSize="16">
        <text x="0" y="18">
          {labels[0]}
        </text>
        <text x="222" y="18">
          {labels[1]}
        </text>
      </g>
    </Picture>
  );
}
