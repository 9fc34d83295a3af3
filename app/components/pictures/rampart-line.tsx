/**
 * The brand's line across a section: the bay stretches with the viewport, the rampart keeps its size.
 * It is clipped at the right edge, so that one drawing serves 320 to 2560 px.
 */
export function RampartLine({ className = '' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`block h-12 w-full sm:h-16 ${className}`}
      fill="none"
      strokeWidth="2.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <svg x="0" y="100%" width="44%" height="1" className="overflow-visible">
        <svg
          y="-64"
          width="100%"
          height="64"
          viewBox="0 0 100 64"
          preserveAspectRatio="none"
          className="overflow-visible"
        >
          <path className="stroke-sea" d="M-4 22C14 50 52 62.5 100 62.5" vectorEffect="non-scaling-stroke" />
        </svg>
      </svg>
      <svg x="44%" y="100%" className="overflow-visible">
        <path
          className="stroke-azure"
          d="M0 -1.5h16v-28h16v13h16v-13h16v13h16v-13h16v28h88v-17h12v9h12v-9h12v17h3000"
        />
      </svg>
    </svg>
  );
}
