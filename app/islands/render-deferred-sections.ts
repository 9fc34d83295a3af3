/** Safari has no requestIdleCallback. */
export const whenIdle = (run: () => void) =>
  void ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 100));

/**
 * Sections below the viewport are laid out one by one when the browser is idle (`.deferred-section` in app/styles/app.css), so that
 * the scrollbar becomes accurate and no single layout blocks input.
 */
export function renderDeferredSections() {
  const root = document.documentElement;
  const sections = [...document.querySelectorAll<HTMLElement>('.deferred-section')];
  const renderNext = () => {
    const section = sections.shift();
    if (section === undefined || root.dataset.allRendered !== undefined) {
      root.dataset.allRendered = '';
      return;
    }
    section.dataset.rendered = '';
    // Layout now and paint in the next frame: two short tasks instead of a long one.
    void section.offsetHeight;
    whenIdle(renderNext);
  };
  whenIdle(renderNext);
}
