const quay = 'M36 206h22v-14h112v-24h18v12h14v-12h18v12h14v-12h18v12h14v-12h18v12h14v-12h30';

/** A lighthouse over screens: monitoring day and night. */
export function ManagedServicesDrawing() {
  return (
    <>
      <path className="fill-sun-tint dark:fill-azure/15" d="M234 60L-4 74v102z" />
      <path className="fill-sea/25" d="M-4 160h66v60H-4z" />
      <path className="stroke-azure" d="M58 34a17 17 0 1 0 20 22 14 14 0 0 1-20-22z" />
      <path className="stroke-azure" d="M104 30h.1M126 52h.1M152 26h.1M34 88h.1M292 40h.1M274 76h.1" />
      <Lighthouse />
      <path className="fill-surface" d={`M-4 166C4 194 16 206 ${quay.slice(1)}v90H-4z`} />
      <path className="stroke-line" strokeDasharray="22 13" d="M182 200h140M70 224h250" />
      <path
        className="fill-surface stroke-ink"
        d="M72 132a7 7 0 0 1 7-7h68a7 7 0 0 1 7 7v49H72zM60 181h106c0 6-5 10-11 10H71c-6 0-11-4-11-10z"
      />
      <path className="stroke-azure" d="M84 154h14l7-14 11 27 8-13h18" />
      <g strokeWidth="4">
        <path className="stroke-sea" d="M-4 166C4 194 16 206 36 206" />
        <path className="stroke-azure" d={quay} />
      </g>
    </>
  );
}

function Lighthouse() {
  return (
    <g className="fill-surface stroke-ink">
      <path d="M215.5 190L222 80h28l6.5 110z" />
      <path className="fill-tint" d="M219.6 120h32.8l2 34h-36.8z" />
      <path className="fill-sun" d="M223 48h26v24h-26z" />
      <path d="M218 48c2-13 9-20 18-20s16 7 18 20zM214 72h44v8h-44zM236 28v-9" />
    </g>
  );
}
