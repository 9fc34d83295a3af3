import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

const isCut = (element: HTMLElement) =>
  // Rounding: two lines can exceed the box by a fraction of a pixel.
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 2;

// An observer reports sizes after layout; measuring each cell would force a layout per cell.
let observer: ResizeObserver | undefined;
const observe = (element: HTMLElement) => {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) {
      // Only truncated text is a tab stop.
      if (isCut(target as HTMLElement)) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  observer.observe(element);
  return () => observer?.unobserve(element);
};

type TruncatedTextProps = {
  text: string;
  lines?: 1 | 2;
  className?: string | undefined;
  /** The text, with where it may break. */ children?: ReactNode;
};

/** Truncated where it does not fit, shown in full on hover and focus. Screen readers always read the full text. */
export function TruncatedText({ text, lines = 1, className, children }: TruncatedTextProps) {
  const line = useRef<HTMLSpanElement>(null);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => (line.current === null ? undefined : observe(line.current)), []);
  const show = () => setIsShown(line.current !== null && isCut(line.current));
  const hide = () => setIsShown(false);
  const hideOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only shows the full text
    <span
      className="block min-w-0"
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={hideOnEscape}
    >
      <span
        ref={line}
        dir="auto"
        className={classNames(
          lines === 2 ? 'line-clamp-2 wrap-anywhere whitespace-normal' : 'block truncate',
          'rounded-sm',
          className,
        )}
      >
        {children ?? text}
      </span>
      {isShown && <Tooltip anchor={line} text={text} />}
    </span>
  );
}

/** In the top layer, where no cell clips it. Hidden from screen readers, which have read the text already. */
function Tooltip({ anchor, text }: { anchor: RefObject<HTMLElement | null>; text: string }) {
  const place = (tooltip: HTMLElement | null) => {
    if (tooltip === null || anchor.current === null) return;
    tooltip.showPopover();
    const { left, right, top, bottom } = anchor.current.getBoundingClientRect();
    const { width, height } = tooltip.getBoundingClientRect();
    const start = document.dir === 'rtl' ? right - width : left;
    const isBelow = bottom + height < window.innerHeight;
    tooltip.style.left = `${Math.max(8, Math.min(start, document.documentElement.clientWidth - width - 8))}px`;
    tooltip.style.top = `${isBelow ? bottom : Math.max(0, top - height)}px`;
  };
  return (
    <span
      ref={place}
      popover="manual"
      aria-hidden="true"
      data-tooltip
      className="fixed inset-auto m-0 max-h-[50vh] max-w-[min(28rem,calc(100vw-1rem))] overflow-y-auto bg-transparent py-1.5"
    >
      <span
        dir="auto"
        className="block rounded-md bg-ink px-3 py-2 font-sans text-xs font-normal wrap-anywhere whitespace-pre-line text-paper shadow-float"
      >
        {text}
      </span>
    </span>
  );
}
