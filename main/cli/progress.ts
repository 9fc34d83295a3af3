/** How far a long command is. Call `clear` before anything else is printed. */
export interface Progress {
  show: (done: number, all: number) => void;
  clear: () => void;
}

export interface ProgressStream {
  write(text: string): unknown;
  isTTY?: boolean;
  /** The width of a terminal, now: its window may have been resized. */
  columns?: number;
}

const drawIntervalMs = 100;
/** Work that ends before shows nothing. */
const firstLineMs = 5_000;
const linePercent = 10;
/** For work of hours: the log shows that it is alive. */
const lineIntervalMs = 60_000;

const eraseLine = '\r\u001b[K';

/** A bar on a terminal, which is removed at the end; elsewhere a line every ten percent. */
export function createProgress(stream: ProgressStream, label: string, now: () => number): Progress {
  return stream.isTTY === true ? createBar(stream, label, now) : createLines(stream, label, now);
}

const percentOf = (done: number, all: number) =>
  all <= 0 ? 100 : Math.min(100, Math.max(0, Math.floor((done / all) * 100)));

function createBar(stream: ProgressStream, label: string, now: () => number): Progress {
  let next = now() + drawIntervalMs;
  let isShown = false;
  return {
    show: (done, all) => {
      if (now() < next) return;
      next = now() + drawIntervalMs;
      isShown = true;
      stream.write(`${eraseLine}${drawBar(label, percentOf(done, all), stream.columns ?? 80)}`);
    },
    clear: () => {
      if (isShown) stream.write(eraseLine);
      isShown = false;
    },
  };
}

/** One column less than there are: a full line would wrap. */
export function drawBar(label: string, percent: number, columns: number): string {
  const text = `${label} ${String(percent).padStart(3)} %`;
  const width = Math.min(40, columns - 1 - text.length - 3);
  if (width < 5) return text.slice(0, Math.max(0, columns - 1));
  const filled = Math.round((percent / 100) * width);
  return `${text} [${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
}

function createLines(stream: ProgressStream, label: string, now: () => number): Progress {
  const start = now();
  let last = { percent: 0, time: start };
  return {
    show: (done, all) => {
      const [percent, time] = [percentOf(done, all), now()];
      if (time - start < firstLineMs) return;
      if (percent < last.percent + linePercent && time - last.time < lineIntervalMs) return;
      last = { percent, time };
      stream.write(`${label} ${percent} %\n`);
    },
    clear: () => undefined,
  };
}
