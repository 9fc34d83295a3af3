const walls = 'h22V48h20v14h17V48h20v14h17V48h20v14h17V48h20v14h17V48h20v14h17V48h20v164';

/** Cross-section of an office: network, workstation, servers and backup on one cable. */
export function InfrastructureDrawing() {
  return (
    <>
      <circle className="fill-sun" cx="34" cy="146" r="20" />
      <path className="fill-tint" d="M-4 160h80v60H-4z" />
      <path className="fill-sea/25" d="M-4 160h80v60H-4z" />
      <path className="fill-surface" d={`M-4 166C6 198 22 212 48 212${walls}h60v30H-4z`} />
      <path className="stroke-line" d="M74 137h201M172 76v134" />
      <path className="stroke-azure" strokeDasharray="0.1 6" d="M122 116v30M152 178h44M226 128v26" />
      <path className="stroke-azure" d="M122 106h.1M114 98a11.5 11.5 0 0 1 16 0M106.5 90.5a22 22 0 0 1 31 0" />
      <g className="fill-surface stroke-ink">
        <path d="M202 94a6 6 0 0 1 6-6h36a6 6 0 0 1 6 6v28h-48zM193 122h66c0 5-3 8-8 8h-50c-5 0-8-3-8-8z" />
        <path d="M98 212v-54a6 6 0 0 1 6-6h36a6 6 0 0 1 6 6v54zM98 172h48M98 192h48" />
        <path d="M202 212v-46h48v46z" />
        <ellipse cx="226" cy="166" rx="24" ry="9" />
        <path fill="none" d="M202 188c0 12 48 12 48 0" />
      </g>
      <path
        className="stroke-azure"
        d="M108 162h11M136 162h.1M108 182h11M136 182h.1M108 202h11M136 202h.1M213 99l7 6-7 6M227 111h10"
      />
      <g strokeWidth="4">
        <path className="stroke-sea" d="M-4 166C6 198 22 212 48 212" />
        <path className="stroke-azure" d={`M48 212${walls}h60`} />
      </g>
    </>
  );
}
