/**
 * Says what to do instead when a control cannot work: without JavaScript, or if its scripts could not be loaded
 * (`.script-notice` in app/styles/app.css).
 */
export function ScriptNotice({ children }: { children: string }) {
  return (
    <p role="alert" className="script-notice mt-2 text-sm font-semibold">
      {children}
    </p>
  );
}
