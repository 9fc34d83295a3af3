/** A tower, then a curtain wall, both with merlons. */
const tower = `v-26${'v-18h24v18h16'.repeat(3)}v-18h24v18v26`;
const curtain = `h22${'v-16h26v16h18'.repeat(9)}v-16h26v16h22`;
/** Longer than the widest screen. */
const wall = `v-30${(tower + curtain).repeat(5)}`;

/**
 * The upper edge of the footer, in its colour: the bay stretches with the viewport, the rampart keeps its size. It is
 * clipped at the right edge, so that one drawing serves 320 to 2560 px.
 */
export function RampartEdge() {
  return (
    <svg aria-hidden="true" className="block h-24 w-full fill-wall">
      <svg y="100%" width="38%" height="1" className="overflow-visible">
        <svg
          y="-96"
          width="100%"
          height="96"
          viewBox="0 0 100 96"
          preserveAspectRatio="none"
          className="overflow-visible"
        >
          <path d="M0 36C18 70 56 88 101 88v9H0z" />
        </svg>
      </svg>
      <svg x="38%" y="100%" className="overflow-visible">
        <path d={`M0 -8h24${wall}V1H0z`} />
      </svg>
    </svg>
  );
}
