import { expect, test } from './visitor.ts';

const name = 'Nos partenaires';

test('four partners scroll round in 20 s and pause under the pointer or keyboard focus @all', async ({
  visit,
  page,
  pressTabTo,
}) => {
  await visit('/');
  const strip = page.getByRole('group', { name });
  await expect(strip.getByRole('listitem')).toHaveText(['Microsoft', 'PECB', /.+ \(fictif\)$/, /.+ \(fictif\)$/]);
  const track = strip.locator(':scope > *');
  await expect(track).toHaveCSS('animation-duration', '20s');
  await expect(track).toHaveCSS('animation-iteration-count', 'infinite');
  await expect(track).toHaveCSS('animation-play-state', 'running');
  await strip.hover();
  await expect(track).toHaveCSS('animation-play-state', 'paused');
  await page.mouse.move(0, 0);
  await expect(track).toHaveCSS('animation-play-state', 'running');
  await pressTabTo(strip);
  await expect(track).toHaveCSS('animation-play-state', 'paused');
});

test('on a phone all names stand still in full for most of the loop, then slide to their copy @all', async ({
  visit,
  page,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await visit('/');
    const strip = page.getByRole('group', { name });
    const track = strip.locator(':scope > *');
    await strip.scrollIntoViewIfNeeded();
    await expect(track).toHaveCSS('animation-duration', '20s');
    const leftAt = (seconds: number) =>
      track.evaluate((element, time) => {
        const [animation] = element.getAnimations();
        animation?.pause();
        if (animation) animation.currentTime = time * 1000;
        return element.getBoundingClientRect().left;
      }, seconds);
    const start = await leftAt(0);
    const slid = await leftAt(19.9);
    expect(slid).toBeLessThan(start - width / 2);
    expect(await leftAt(16)).toBeCloseTo(start, 0);
    const frame = await strip.boundingBox();
    for (const partner of await strip.getByRole('listitem').all()) {
      const box = await partner.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(frame?.x ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
    }
  }
});

test.describe('with prefers-reduced-motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('with reduced motion it does not move and shows all partners @all', async ({ visit, page }) => {
    await visit('/');
    const strip = page.getByRole('group', { name });
    await expect(strip.locator(':scope > *')).toHaveCSS('animation-name', 'none');
    const frame = await strip.boundingBox();
    for (const partner of await strip.getByRole('listitem').all()) {
      const box = await partner.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(frame?.x ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
    }
  });

  test('the names stand on columns of equal width @all', async ({ visit, page }) => {
    for (const width of [1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await visit('/');
      const strip = page.getByRole('group', { name });
      const lefts = await strip
        .getByRole('listitem')
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().left));
      const steps = lefts.slice(1).map((left, at) => left - (lefts[at] ?? 0));
      for (const step of steps) expect(step, `at ${width} px`).toBeCloseTo(steps[0] ?? 0, 0);
    }
  });

  test('nothing else on the site moves @all', async ({ visit, page }) => {
    for (const path of ['/', '/services/cybersecurity', '/schedule-consultation']) {
      await visit(path);
      expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0);
    }
  });
});
