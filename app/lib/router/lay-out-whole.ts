import { whenIdle } from './when-idle.ts';

/**
 * A new document lays out only what is near the screen (`.far` in app/styles/app.css). The rest follows in idle moments,
 * section by section, so that the scroll bar tells the truth and no single one holds up a finger.
 */
export function layOutWhole(): () => void {
  const root = document.documentElement;
  const far = [...document.querySelectorAll<HTMLElement>('.far')];
  let stop = () => {};
  const layOutNext = () => {
    const section = far.shift();
    if (section === undefined || root.dataset.whole !== undefined) root.dataset.whole = '';
    else {
      section.dataset.near = '';
      stop = whenIdle(layOutNext);
    }
  };
  stop = whenIdle(layOutNext);
  return () => stop();
}
