/** Shown by entry.ts when the dialog of a link cannot be loaded. */
export function MailLinkFailure({ title, text }: { title: string; text: string }) {
  return (
    <div
      hidden
      data-mail-link-failure=""
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-xl border border-danger bg-surface p-4 shadow-float"
    >
      <p className="font-semibold">{title}</p>
      <p className="text-sm text-muted">{text}</p>
    </div>
  );
}
