import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Modal, modalFooterClass } from '#app/components/ui/modal.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { messageOf, useDesk } from './desk-context.ts';
import { FieldErrors, findErrors } from './desk-fields.tsx';

type DeskModalProps = {
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  description: string;
  onClose: () => void;
  children: ReactNode;
};

/** The browser's modal dialog, which returns the focus to where it was. Mounted while it is open. */
export function DeskModal({ ref, title, description, onClose, children }: DeskModalProps) {
  const { copy } = useDesk();
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // The browser returns the focus when a dialog is closed, not when an open one is removed.
    return () => dialog?.close();
  }, [ref]);
  return (
    <Modal
      ref={ref}
      titleId={`${id}-title`}
      descriptionId={`${id}-description`}
      heading={
        <h2 id={`${id}-title`} className="min-w-0 text-xl wrap-anywhere">
          {title}
        </h2>
      }
      closeLabel={copy.dialog.close}
      onClose={onClose}
    >
      <p id={`${id}-description`} className="mt-1 text-sm text-muted">
        {description}
      </p>
      {children}
    </Modal>
  );
}

/** What was typed cannot be sent; the message is shown. */
export class InvalidInputError extends Error {
  override name = 'InvalidInputError';
}

type FormDialogProps = {
  title: string;
  description: string;
  submit: string;
  /** Default: the usual word. */
  cancel?: string;
  variant?: 'primary' | 'danger';
  /** Resolves when the dialog may close; a rejection is shown and everything stays. */
  onSubmit: (form: FormData) => Promise<void>;
  /** In the words of this dialog: the codes are those of other screens too. */
  errorTexts?: Partial<Record<ApiError['code'], string>>;
  onClose: () => void;
  secondary?: ReactNode;
  children?: ReactNode;
};

export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, cancel, variant = 'primary', onSubmit, errorTexts } = props;
  const { copy, reportError } = useDesk();
  const ref = useRef<HTMLDialogElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});
  useEffect(() => {
    // Otherwise the browser focuses the button that closes it. Without a field, the button that changes nothing.
    const find = (wanted: string) => ref.current?.querySelector<HTMLElement>(`form :is(${wanted})`);
    (find('input, select, textarea') ?? find('button'))?.focus();
  }, []);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const found = findErrors(form, copy);
    setErrors(found);
    setMessage(undefined);
    if (Object.keys(found).length > 0) return;
    setIsBusy(true);
    try {
      await onSubmit(new FormData(form));
      ref.current?.close();
    } catch (error) {
      reportError(error);
      const known = error instanceof ApiError ? errorTexts?.[error.code] : undefined;
      setMessage(error instanceof InvalidInputError ? error.message : (known ?? messageOf(error, copy)));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <DeskModal ref={ref} title={title} description={description} onClose={props.onClose}>
      <form noValidate onSubmit={(event) => void handleSubmit(event)} className="mt-5 grid gap-4">
        <FieldErrors value={errors}>{props.children}</FieldErrors>
        <FormError message={message} />
        <div className={classNames(modalFooterClass, 'mt-1 flex flex-wrap justify-end gap-3')}>
          {props.secondary}
          <Button variant="secondary" size="sm" onClick={() => ref.current?.close()}>
            {cancel ?? copy.dialog.cancel}
          </Button>
          <Button variant={variant} size="sm" type="submit" disabled={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </DeskModal>
  );
}
