import { expect, type Page, test } from '@playwright/test';

// Whether a page whose animations have finished looks as it does for a visitor who reduced motion. Both pictures are taken in the
// same run: machines differ in fonts.

/** Differences that are meant: these elements are left out of both pictures. */
const designedDifferences = [
  // It turns without end, and is a still list where motion is reduced.
  '.partner-strip',
];

/** Runs in the page: an endless animation never finishes, and one that follows the scroll position waits for the reader. */
export async function animationsToFinish(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const ending = document
    .getAnimations()
    .filter(
      ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/**
 * Runs in the page: scrolls past what each animation follows, and keeps those that have ended there at their end. Returns those that
 * cannot be scrolled to their end.
 */
async function scrollToEnds(): Promise<string[]> {
  const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const following = document.getAnimations().filter(({ timeline }) => timeline !== document.timeline);
  const unfinished: string[] = [];
  for (const animation of following) {
    const { subject } = animation.timeline as AnimationTimeline & { subject?: Element };
    const { target } = animation.effect as KeyframeEffect;
    // A timeline follows the scroll position some frames later.
    for (let frame = 0; frame < 60 && animation.playState !== 'finished'; frame += 1) {
      const { bottom } = (subject ?? document.documentElement).getBoundingClientRect();
      scrollTo({ top: scrollY + bottom, behavior: 'instant' });
      await twoFrames();
    }
    if (animation.playState !== 'finished')
      unfinished.push(`${(animation as CSSAnimation).animationName} of .${target?.getAttribute('class') ?? ''}`);
    animation.pause();
    animation.currentTime = animation.effect?.getComputedTiming().endTime ?? null;
  }
  scrollTo({ top: 0, behavior: 'instant' });
  // After the page's own observers, which show and hide what depends on the scroll position.
  await new Promise((resolve) => new IntersectionObserver(resolve).observe(document.documentElement));
  return unfinished;
}

/** Runs in the page. By script: the policy of the site allows no other style sheets. */
function hide(selectors: string[]): void {
  for (const element of document.querySelectorAll<HTMLElement>(selectors.join())) element.style.display = 'none';
}

/**
 * Runs in an empty page, where no policy forbids the data URLs: where the pictures differ, in squares of 4 by 4 pixels. The edge of what was
 * animated may lie half a pixel beside the same edge without an animation, which a square hardly shows.
 */
async function differenceOf(pngs: string[]): Promise<{ squares: number; where: string }> {
  const square = 4;
  const [one, other] = await Promise.all(
    pngs.map(async (png) => {
      const response = await fetch(`data:image/png;base64,${png}`);
      return createImageBitmap(await response.blob());
    }),
  );
  if (one === undefined || other === undefined) throw new Error('There are two pictures.');
  if (one.width !== other.width || one.height !== other.height)
    return { squares: Infinity, where: `${one.width}×${one.height} and ${other.width}×${other.height} px` };
  const [width, height] = [Math.ceil(one.width / square), Math.ceil(one.height / square)];
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(one, 0, 0, width, height);
  // Black where both are the same.
  context.globalCompositeOperation = 'difference';
  context.drawImage(other, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let squares = 0;
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if (Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) <= 32) continue;
    squares += 1;
    const [x, y] = [((at / 4) % width) * square, Math.floor(at / 4 / width) * square];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return { squares, where: `x ${left} to ${right}, y ${top} to ${bottom}` };
}

/** The page is loaded, and shown with motion. */
export async function expectSameWithoutMotion(page: Page): Promise<void> {
  const picture = async () => {
    await page.evaluate(hide, designedDifferences);
    return page.screenshot({ fullPage: true });
  };
  await page.evaluate(animationsToFinish);
  expect(await page.evaluate(scrollToEnds), 'animations that cannot be scrolled to their end').toEqual([]);
  await page.evaluate(animationsToFinish);
  const withMotion = await picture();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const without = await picture();
  const empty = await page.context().newPage();
  const pictures = [withMotion, without].map((png) => png.toString('base64'));
  const difference = await empty.evaluate(differenceOf, pictures);
  await empty.close();
  if (difference.squares > 4) {
    await test.info().attach('with motion', { body: withMotion, contentType: 'image/png' });
    await test.info().attach('without motion', { body: without, contentType: 'image/png' });
  }
  expect(difference.squares, difference.where).toBeLessThanOrEqual(4);
}
