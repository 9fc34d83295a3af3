import { Picture } from './picture.tsx';
import { starFort } from './star-fort.ts';

const pen = { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;
const centre = { x: 300, y: 178 };

/** The bay in plan, and on its shore a fort: its walls, its streets, the round of its guards, and its port over the water. */
export function BayFort({ className }: { className?: string }) {
  return (
    <Picture viewBox="0 0 480 360" className={className}>
      <path {...pen} className="stroke-sea" d="M4 40C24 170 92 262 212 318c60 26 150 32 264 18" />
      <path
        {...pen}
        className="stroke-sea"
        strokeDasharray="2 9"
        d="M4 96c24 104 84 178 188 228M4 152c20 74 62 130 132 172"
      />
      <path {...pen} className="fill-surface stroke-azure" d={starFort({ ...centre, radius: 172 })} />
      <circle {...pen} className="stroke-sea" cx={centre.x} cy={centre.y} r="96" strokeDasharray="2 9" />
      <path {...pen} className="fill-tint stroke-azure" d={starFort({ ...centre, radius: 104 })} />
      <path {...pen} className="stroke-azure" d="M278 124v108M322 124v108M248 156h104M248 200h104" />
      <path className="fill-sun" d="M280 158h40v40h-40z" />
      <path {...pen} className="stroke-azure" strokeDasharray="2 7" d="M214 262C170 286 120 300 66 310" />
      <path {...pen} className="fill-surface stroke-azure" d={starFort({ x: 44, y: 314, radius: 34, bastions: 5 })} />
      <path className="fill-sun" d="M37 307h14v14H37z" />
    </Picture>
  );
}
