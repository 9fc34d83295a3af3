/** For the open entry of a line that may be wider than the screen. */
export const bringIntoView = (entry: HTMLElement | null) =>
  entry?.scrollIntoView({ block: 'nearest', inline: 'center' });
