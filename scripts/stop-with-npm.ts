const often = 250;

/** npm passes SIGTERM on to the shell that it put between itself and us, and that shell dies of it without a word. */
export function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, often).unref();
}
