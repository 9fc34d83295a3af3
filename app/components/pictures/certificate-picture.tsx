import { Picture, wrapTitle } from './picture.tsx';

type CertificatePictureProps = {
  /** Title on the certificate, up to three lines. */
  title: string;
  label: string;
  className?: string;
};

export function CertificatePicture({ title, label, className }: CertificatePictureProps) {
  const lines = wrapTitle(title, 24);
  return (
    <Picture viewBox="0 0 440 330" label={label} className={`rounded-xl bg-tint ${className ?? ''}`}>
      <path className="fill-azure/15" d="M68 62l322-20 14 234-322 20z" />
      <rect className="fill-surface stroke-ink" x="52" y="40" width="336" height="244" rx="6" />
      <path className="stroke-line-strong" strokeWidth="1.5" d="M66 54h308v216H66z" />
      <Crest />
      <g textAnchor="middle" className="fill-ink font-heading font-bold" fontSize="20">
        {lines.map((line, index) => (
          <text key={line} x="220" y={144 + index * 27 - (lines.length - 1) * 9}>
            {line}
          </text>
        ))}
      </g>
      <path className="stroke-ink" d="M96 232c8-22 18-22 16-4s8 12 14 0 10-8 10 2 8 6 16 0" />
      <path className="stroke-line-strong" strokeWidth="1.5" d="M92 246h104" />
      <Seal />
    </Picture>
  );
}

function Crest() {
  return (
    <g strokeWidth="2.5">
      <path className="stroke-sea" d="M146 78c6 12 18 18 38 18" />
      <path className="stroke-azure" d="M184 96h10V82h10v7h10v-7h10v7h10v-7h10v14h50" />
    </g>
  );
}

function Seal() {
  return (
    <>
      <path className="fill-azure stroke-ink" d="M300 244l-8 56 22-12 22 12-8-56z" />
      <circle className="fill-sun stroke-ink" cx="314" cy="222" r="38" />
      <circle className="fill-surface stroke-ink" cx="314" cy="222" r="28" />
      <g strokeWidth="3.25">
        <path className="stroke-sea" d="M302 213.5v10a12 12 0 0 0 24 0" />
        <path className="stroke-azure" d="M326 223.5v-14.5h-6v6.5h-6v-6.5h-6v6.5" />
      </g>
    </>
  );
}
