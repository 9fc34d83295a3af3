import type { MicrosoftCloudPage } from '#content/schema/service.ts';
import { Picture } from './picture.tsx';

const pen = { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;

/**
 * In plan: the outer wall with its opening, what stands in it, and in yellow what has to be protected. `labels`: where the
 * middle of each word is, on its line; first that of the yellow block.
 */
const plans = {
  office: {
    wall: 'M104 126H238V2H2V126H64M156 2V82M156 108V126',
    furniture: 'M20 20h46v22H20zM86 20h46v22H86zM20 62h46v22H20zM86 62h46v22H86zM178 74h40v34H178z',
    paths: 'M84 126V96H168',
    valued: 'M172 16h52v16H172z',
    labels: [
      [198, 27],
      [76, 55.5],
      [120, 110],
    ],
  },
  shop: {
    wall: 'M152 126H238V2H2V126H88',
    furniture: 'M22 22h116v12H22zM22 48h116v12H22zM22 74h116v12H22zM166 22h54v12H166z',
    paths: 'M120 126V106H188V86',
    valued: 'M164 64h48v16H164z',
    labels: [
      [188, 75],
      [80, 44.5],
      [158, 118.5],
    ],
  },
  workshop: {
    wall: 'M84 126H2V2H238V126H204M150 126H138V92H238',
    furniture: 'M20 22h46v30H20zM162 22h54v46H162zM20 78h46v26H20z',
    paths: 'M66 37H92M138 37H162M111 126V52M66 91H111',
    valued: 'M92 22h46v30H92z',
    labels: [
      [115, 40],
      [189, 48],
      [189, 110],
    ],
  },
} as const;

type Sector = MicrosoftCloudPage['sectors']['items'][number];
type PremisesPlanProps = { kind: Sector['kind']; labels: Sector['labels']; className?: string };

/** The floor of an accounting firm, a shop or a workshop. */
export function PremisesPlan({ kind, labels, className }: PremisesPlanProps) {
  const { wall, furniture, paths, valued, labels: places } = plans[kind];
  return (
    <Picture viewBox="0 0 240 128" className={className}>
      <path {...pen} className="fill-tint stroke-azure" d={furniture} />
      <path {...pen} className="stroke-sea" strokeDasharray="2 6" d={paths} />
      <path className="fill-sun" d={valued} />
      <path {...pen} className="stroke-azure" d={wall} />
      {/* 13 px on a large screen; where the plan is smaller than a column, there is no room. */}
      <g textAnchor="middle" className="font-sans text-[10px] font-semibold max-lg:hidden xl:text-[8.5px]">
        {labels.map((label, index) => (
          <text key={label} x={places[index]?.[0]} y={places[index]?.[1]} className={index ? 'fill-ink' : 'fill-night'}>
            {label}
          </text>
        ))}
      </g>
    </Picture>
  );
}
