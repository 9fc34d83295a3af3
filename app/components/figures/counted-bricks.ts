import type { Brick } from './bricks.tsx';

// A wall of more bricks than this is not counted by anyone.
const mostBricks = 60;

/** How many things one brick is. */
export const thingsPerBrick = (most: number) => [1, 5, 10, 50, 100].find((per) => most / per <= mostBricks) ?? 1000;

export const repeatBrick = (brick: Brick, count: number) => Array.from({ length: count }, () => brick);
