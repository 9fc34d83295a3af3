/** The bricks of each month of a year: as many as was used. */
const usage = [2, 2, 3, 4, 3, 1, 1, 3, 4, 2, 3, 2];

/** Twelve monthly amounts by consumption, as stacks of bricks. How they are billed is written beside them. */
export function BillingBricks() {
  return (
    <svg
      viewBox="0 0 96 24"
      aria-hidden="true"
      className="h-6 w-24 shrink-0 stroke-azure"
      strokeWidth="7"
      strokeDasharray="5 1"
    >
      <path d={usage.map((bricks, month) => `M${month * 8 + 4} 24v${1 - bricks * 6}`).join('')} />
    </svg>
  );
}
