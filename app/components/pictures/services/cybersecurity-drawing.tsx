const wall = 'M76 212h40V96h24v16h20V96h24v16h20V96h24v16h20V96h24v16h20V96h40';

/** Attacks stop at the wall; the data is behind it. */
export function CybersecurityDrawing() {
  return (
    <>
      <path className="fill-sea/25" d="M-4 166h122v60H-4z" />
      <g className="fill-surface stroke-ink">
        <path d="M210 120V42a6 6 0 0 1 6-6h30a6 6 0 0 1 6 6v78z" />
        <path d="M240 120V56h32l16 16v48zM272 56v16h16" />
      </g>
      <path className="stroke-ink" d="M210 60h30M210 84h30" />
      <path className="stroke-azure" d="M219 48h9M219 72h9M252 78h12M252 90h24" />
      <path className="fill-surface" d={`M-4 170C6 200 30 212 ${wall.slice(1)}v160H-4z`} />
      <path className="stroke-line" strokeDasharray="22 13" d="M130 132h190M130 180h190M130 228h190" />
      <path className="stroke-line" strokeDasharray="22 13" d="M150 156h170M150 204h170" />
      <path className="fill-surface stroke-ink" d="M196 156v-12a22 22 0 0 1 44 0v12" />
      <rect className="fill-azure stroke-ink" x="182" y="154" width="72" height="58" rx="10" />
      <path className="fill-sun" d="M211 195l3.5-13a8 8 0 1 1 7 0l3.5 13z" />
      <path
        className="stroke-ink"
        strokeDasharray="5 6"
        d="M10 40C44 20 84 28 104 70M4 92c34-16 74-14 98 20M8 134c30-12 66-6 94 18"
      />
      <path className="stroke-ink" d="M94 63l10 7 1-12M91 108l11 4-1-12M91 151l11 1-5-10" />
      <g strokeWidth="4">
        <path className="stroke-sea" d="M-4 170C6 200 30 212 76 212" />
        <path className="stroke-azure" d={wall} />
      </g>
    </>
  );
}
