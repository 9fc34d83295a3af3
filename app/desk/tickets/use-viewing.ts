import { useEffect, useRef } from 'react';
import { api } from '#app/lib/api-client.ts';
import { typingInterval, viewingInterval } from '#contract/staff.ts';

/** Tells colleagues that the ticket is open here, while it is. */
export function useViewing(id: string): void {
  useEffect(() => {
    // Nobody needs to know that it failed: colleagues see nothing.
    const say = (isViewing: boolean) =>
      void api.desk.tickets.view.$post({ json: { id, isViewing } }).catch(() => undefined);
    const isVisible = () => document.visibilityState === 'visible';
    const onVisibilityChange = () => say(isVisible());
    say(isVisible());
    const timer = setInterval(() => isVisible() && say(true), viewingInterval);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      say(false);
    };
  }, [id]);
}

/** Tells colleagues that a text is being written, now and then while it is. */
export function useTyping(id: string): () => void {
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (now - saidAt.current < typingInterval) return;
    saidAt.current = now;
    void api.desk.tickets.view.$post({ json: { id, isViewing: true, isTyping: true } }).catch(() => undefined);
  };
}
