import { Picture } from './picture.tsx';

const wall = 'M104 262h64V138h84v-28h44v28h40v-28h44v28h40v-28h44v28h40v-28h60';

type NotFoundPictureProps = {
  /** Omit it where the page says as text that it was not found. */
  label?: string;
  className?: string;
};

/** A merlon has fallen from the rampart into the bay. */
export function NotFoundPicture({ label, className }: NotFoundPictureProps) {
  return (
    <Picture viewBox="0 0 520 300" label={label} className={`rounded-xl bg-tint ${className ?? ''}`}>
      <circle className="fill-sun" cx="66" cy="138" r="38" />
      <path className="fill-tint" d="M-4 164h180v110H-4z" />
      <path className="fill-sea/30" d="M-4 164h180v110H-4z" />
      <path className="fill-surface" d={`M-4 182C6 236 42 262 ${wall.slice(1)}v200H-4z`} />
      <path className="stroke-line" strokeDasharray="30 14" d="M182 168h340M182 224h340M182 280h340" />
      <path className="stroke-line" strokeDasharray="30 14" d="M204 196h318M204 252h318" />
      <path className="stroke-azure" strokeDasharray="6 7" d="M168 134v-24h44v24" />
      <path className="stroke-azure" strokeDasharray="0.1 7" d="M158 112c-22 4-38 24-44 66" />
      <path className="fill-surface stroke-ink" d="M84 208l42-13 9 27-42 13z" />
      <path
        className="stroke-sea"
        d="M62 222c8-5 13-5 20 0M138 226c7-5 12-5 18 0M80 190l-7-9M100 184l-2-11M140 196l7-8"
      />
      <g strokeWidth="5">
        <path className="stroke-sea" d="M-4 182C6 236 42 262 104 262" />
        <path className="stroke-azure" d={wall} />
      </g>
    </Picture>
  );
}
