/** The page scrolls to the confirmation: the second click of a double click must not follow a link or select what is then under the pointer. */
export function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
