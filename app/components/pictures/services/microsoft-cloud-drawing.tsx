const stairs = 'M44 212h20v-16h54v-18h54v-18h54v-20h18v12h14v-12h18v12h14v-12h40';

/** A migration in steps towards the cloud: mail, files, data. */
export function MicrosoftCloudDrawing() {
  return (
    <>
      <circle className="fill-sun" cx="266" cy="50" r="26" />
      <path className="fill-sea/25" d="M-4 172h70v60H-4z" />
      <path className="fill-surface" d={`M-4 176C4 200 18 212 ${stairs.slice(1)}v140H-4z`} />
      <path className="stroke-line" strokeDasharray="22 13" d="M238 172h90M184 190h140M130 208h190M76 226h240" />
      <path className="stroke-azure" strokeDasharray="0.1 6.5" d="M91 148v-20q0-48 40-52M145 130v-22" />
      <path className="fill-surface stroke-ink" d="M166 106a28 28 0 0 1 2-56 41 41 0 0 1 77-11 34 34 0 0 1 9 67z" />
      <path className="stroke-azure" d="M190 74l13 13 25-27" />
      <g className="fill-surface stroke-ink">
        <rect x="73" y="160" width="36" height="34" rx="7" />
        <rect x="127" y="142" width="36" height="34" rx="7" />
        <rect x="181" y="124" width="36" height="34" rx="7" />
      </g>
      <path
        className="stroke-azure"
        d="M81 170l10 8 10-8v14H81zM137 152h16M137 159h16M137 166h9M191 149v-6M199 149v-14M207 149v-10"
      />
      <g strokeWidth="4">
        <path className="stroke-sea" d="M-4 176C4 200 18 212 44 212" />
        <path className="stroke-azure" d={stairs} />
      </g>
    </>
  );
}
