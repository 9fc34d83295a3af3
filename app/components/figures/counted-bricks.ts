import type { Brick } from './bricks.tsx';

// Nobody counts more bricks than this.
const maxBricks = 60;

/** How many things one brick is. */
export const thingsPerBrick = (most: number) => [1, 5, 10, 50, 100].find((per) => most / per <= maxBricks) ?? 1000;

export const repeatBrick = (brick: Brick, count: number) => Array.from({ length: count }, () => brick);
