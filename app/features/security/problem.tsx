import { Icon } from '#app/components/ui/icon.tsx';

/** Says in place what went wrong. Always there, so that it is read out when it speaks. */
export function Problem({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== undefined && (
        <p className="flex gap-2 rounded-md bg-danger-tint px-4 py-2.5 text-sm text-danger">
          <Icon name="circle-alert" className="mt-0.5 size-4" />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </p>
      )}
    </div>
  );
}
