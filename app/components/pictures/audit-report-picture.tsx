import { Picture, wrapTitle } from './picture.tsx';

type AuditReportPictureProps = {
  label: string;
  /** Title on the report; a placeholder line if omitted. */
  title?: string | undefined;
  /** Up to four findings, the most severe first; placeholder lines if omitted. */
  findings?: string[] | undefined;
  className?: string;
};

const rows = [
  { width: 168, tile: 'fill-sun', bar: 'stroke-ink' },
  { width: 132, tile: 'fill-azure', bar: 'stroke-azure' },
  { width: 96, tile: 'fill-sea', bar: 'stroke-sea' },
  { width: 60, tile: 'fill-line', bar: 'stroke-line-strong' },
];

export function AuditReportPicture({ label, title, findings, className }: AuditReportPictureProps) {
  return (
    <Picture viewBox="0 0 440 400" label={label} className={`rounded-xl bg-tint ${className ?? ''}`}>
      <path className="fill-azure/15" d="M94 46l266-12 16 336-266 12z" />
      <path className="fill-surface stroke-ink" d="M84 36h228l44 44v288H84zM312 36v44h44" />
      <g strokeWidth="2.5">
        <path className="stroke-sea" d="M108 58c3 14 12 22 28 22" />
        <path className="stroke-azure" d="M136 80V64h8v8h8v-8h8v8h8v-8h8v16h40" />
      </g>
      {title ? (
        <text x="108" y="120" fontSize="19" className="fill-ink font-heading font-bold">
          {wrapTitle(title, 26)[0]}
        </text>
      ) : (
        <path className="stroke-ink" strokeWidth="6" d="M111 114h130" />
      )}
      {rows.map((row, index) => (
        <Finding key={row.width} {...row} y={146 + index * 54} text={findings?.[index]} />
      ))}
    </Picture>
  );
}

function Finding({ y, width, tile, bar, text }: (typeof rows)[number] & { y: number; text: string | undefined }) {
  return (
    <>
      <path className={`stroke-ink ${tile}`} d={`M108 ${y + 30}v-30h9v8h8v-8h9v30z`} />
      {text ? (
        <text x="150" y={y + 12} fontSize="16" className="fill-ink font-sans">
          {text}
        </text>
      ) : (
        <path className="stroke-line-strong" d={`M152 ${y + 8}h${width}`} />
      )}
      <path className={bar} strokeWidth="6" d={`M153 ${y + 26}h${width}`} />
    </>
  );
}
