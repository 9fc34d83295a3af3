/** Shows the action bar once the first screen is scrolled away. */
export function watchActionBar() {
  const bar = document.querySelector('[data-action-bar]');
  if (!bar) return;
  const start = document.createElement('div');
  start.className = 'absolute top-0 h-[85svh] w-px';
  document.body.append(start);
  new IntersectionObserver(([entry]) => bar.toggleAttribute('data-shown', entry?.isIntersecting === false)).observe(
    start,
  );
}
