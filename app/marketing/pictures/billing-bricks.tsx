/** The bricks of each month of a year: as many as there are licences, or as was used. */
const licences = Array.from({ length: 12 }, () => 3);
const usage = [2, 2, 3, 4, 3, 1, 1, 3, 4, 2, 3, 2];

/** Twelve monthly amounts as stacks of bricks. How they are billed is written beside them. */
export function BillingBricks({ isMetered }: { isMetered: boolean }) {
  const stacks = isMetered ? usage : licences;
  return (
    <svg
      viewBox="0 0 96 24"
      aria-hidden="true"
      className="h-6 w-24 shrink-0 stroke-azure"
      strokeWidth="7"
      strokeDasharray="5 1"
    >
      <path d={stacks.map((bricks, month) => `M${month * 8 + 4} 24v${1 - bricks * 6}`).join('')} />
    </svg>
  );
}
