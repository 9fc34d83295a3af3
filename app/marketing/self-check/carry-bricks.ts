/** Carries the missing bricks of the self-check to the audit form, in the fragment of the link, which no server receives. */
const name = '#briques=';
const bricks = 15;

export const fragmentOf = (numbers: number[]) => (numbers.length === 0 ? '' : name + numbers.join('-'));

/** Anybody can write a fragment: only numbers of bricks are read, each once and in order. */
export function readMissingBricks(fragment: string): number[] {
  if (!fragment.startsWith(name)) return [];
  const given = new Set(fragment.slice(name.length, 100).split('-'));
  return Array.from({ length: bricks }, (_, index) => index + 1).filter((number) => given.has(String(number)));
}

/** Keeps the link of the self-check up to date with its bricks. */
export function carryMissingBricks() {
  const link = document.querySelector<HTMLAnchorElement>('[data-carry-bricks]');
  if (!link) return;
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-brick]')];
  const update = () => {
    // The link is hidden until a brick is laid.
    if (boxes.every(({ checked }) => !checked)) return;
    link.hash = fragmentOf(boxes.flatMap(({ checked }, index) => (checked ? [] : [index + 1])));
  };
  // Browsers may restore what was ticked before.
  addEventListener('pageshow', update);
  addEventListener('change', update);
  update();
}
