import { classNames } from '#app/components/ui/class-names.ts';
import { Picture } from './picture.tsx';
import { starFort } from './star-fort.ts';

const fort = starFort({ x: 60, y: 58, radius: 46, bastions: 5 });
const pen = { strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;

/** Four forts in plan, from 40 to 160 px wide. */
const drawings = {
  infrastructure: (
    <>
      <path {...pen} className="fill-surface stroke-azure" d={fort} />
      <path {...pen} className="stroke-azure" d="M48 36v44M72 36v44M36 48h48M36 70h48" />
      <path className="fill-sun" d="M50 50h20v18H50z" />
    </>
  ),
  'managed-services': (
    <>
      <circle {...pen} className="stroke-sea" cx="60" cy="60" r="52" strokeDasharray="2 11.6" />
      <path {...pen} className="fill-surface stroke-azure" d={starFort({ x: 60, y: 59, radius: 38, bastions: 5 })} />
      <path className="fill-sun" d="M60 60V8a52 52 0 0 1 45 26z" />
      <path {...pen} className="stroke-azure" d="M60 60V8M60 60l45-26" />
    </>
  ),
  cybersecurity: (
    <>
      <path {...pen} className="fill-surface stroke-azure" d={starFort({ x: 60, y: 60, radius: 54 })} />
      <path {...pen} className="fill-azure/15 stroke-azure" d={starFort({ x: 60, y: 60, radius: 35 })} />
      <path className="fill-sun" d="M51 51h18v18H51z" />
    </>
  ),
  'microsoft-cloud': (
    <>
      <path {...pen} className="stroke-sea" d="M4 22C10 78 46 108 116 112" />
      <path {...pen} className="stroke-azure" strokeDasharray="2 6" d="M30 88C40 62 52 52 70 46" />
      <path {...pen} className="fill-surface stroke-azure" d={starFort({ x: 28, y: 92, radius: 18, bastions: 5 })} />
      <path {...pen} className="fill-surface stroke-azure" d={starFort({ x: 84, y: 36, radius: 30, bastions: 5 })} />
      <path className="fill-sun" d="M76 28h16v16H76z" />
    </>
  ),
};

export type ServiceSlug = keyof typeof drawings;

type ServicePictureProps = {
  slug: ServiceSlug;
  /** Omit it where the service's name is beside the picture. */
  label?: string | undefined;
  className?: string | undefined;
};

export function ServicePicture({ slug, label, className }: ServicePictureProps) {
  return (
    <Picture viewBox="0 0 120 120" label={label} className={classNames(className)}>
      {drawings[slug]}
    </Picture>
  );
}
