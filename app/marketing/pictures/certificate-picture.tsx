import type { CoursePage } from '#content/pages/course.ts';

type CertificatePictureProps = {
  issuer: string;
  /** The title that the certificate awards. */
  title: string;
  copy: Omit<CoursePage['certificate'], 'issuer' | 'label' | 'caption'>;
  label: string;
};

/** A certificate of the certification body: its name, no mark of ours. */
export function CertificatePicture({ issuer, title, copy, label }: CertificatePictureProps) {
  return (
    <div role="img" aria-label={label} className="ground-sheet border border-line p-3 shadow-float">
      <div className="border border-line-strong px-5 py-6 text-center sm:px-8 sm:py-8">
        <p className="font-heading text-3xl font-bold tracking-wide">{issuer}</p>
        <p className="mt-1 text-sm text-muted">{copy.heading}</p>
        <p className="mt-5 text-sm sm:mt-7 text-muted">{copy.statement}</p>
        <p className="mx-auto mt-2 max-w-72 border-b border-line-strong pb-1 text-lg text-muted italic">
          {copy.holder}
        </p>
        <p className="mt-3 text-sm text-muted">{copy.requirement}</p>
        <p className="mt-4 font-heading text-2xl leading-tight font-bold text-balance">{title}</p>
        <div className="mt-6 flex items-end sm:mt-8 justify-between gap-4 text-left text-xs text-muted">
          <div className="grid gap-4">
            <p className="border-b border-line-strong pb-1">{copy.issued}</p>
            <p className="border-b border-line-strong pb-1">{copy.number}</p>
            <p className="w-fit text-sm font-semibold text-ink">{copy.validity}</p>
          </div>
          <Rosette />
        </div>
      </div>
    </div>
  );
}

function Rosette() {
  return (
    <svg aria-hidden="true" viewBox="0 0 112 112" fill="none" className="size-26 shrink-0 stroke-sea">
      {Array.from({ length: 9 }, (_, turn) => (
        <ellipse key={turn} cx="56" cy="56" rx="53" ry="24" transform={`rotate(${turn * 20} 56 56)`} />
      ))}
      <circle className="fill-surface stroke-azure" cx="56" cy="56" r="20" strokeWidth="2" />
    </svg>
  );
}
