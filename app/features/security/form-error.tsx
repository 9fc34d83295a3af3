import { Icon } from '#app/components/ui/icon.tsx';

/** The live region is always in the page: a region that appears with its message is not announced. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {message !== undefined && (
        <p className="flex gap-2 rounded-md bg-danger-tint px-4 py-2.5 text-sm text-danger">
          <Icon name="circle-alert" className="mt-0.5 size-4" />
          <span className="min-w-0 wrap-anywhere">{message}</span>
        </p>
      )}
    </div>
  );
}
