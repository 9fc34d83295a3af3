import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useState } from 'react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { ConversationCopy } from '#content/portal/en/conversation.ts';
import type { ChosenFile, Uploads } from './use-uploads.ts';

type FilesCopy = ConversationCopy['files'];
type FilePickerProps = {
  uploads: Uploads;
  copy: FilesCopy;
  /** The field of the text: files can be pasted into it and dropped on it. */
  children: ReactNode;
};

export function FilePicker({ uploads: { files, add, remove }, copy, children }: FilePickerProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const paste = (event: ClipboardEvent) => {
    // What is copied from a document is its text, even where a picture of it comes along.
    if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    add([...event.clipboardData.files]);
  };
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
  };
  return (
    <div
      className={classNames('file-drop', isOver && 'file-drop-over')}
      onPaste={paste}
      onDragOver={drag}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
      {files.length > 0 && (
        <ul aria-label={copy.chosen} className="grid grid-cols-1 gap-2">
          {files.map((one) => (
            <Chosen key={one.key} one={one} copy={copy} onRemove={() => remove(one.key)} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {files.flatMap(({ id: uploaded, name }) => (uploaded === undefined ? [] : [copy.uploaded(name)])).at(-1)}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <input
          id={id}
          type="file"
          multiple
          aria-describedby={`${id}-limits`}
          className="peer sr-only"
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <label htmlFor={id} className={buttonClass('secondary', 'sm', 'file-choose')}>
          <Icon name="upload" className="size-4" />
          {copy.choose}
        </label>
        <span id={`${id}-limits`} className="text-xs text-muted">
          {copy.limits} <span className="needs-pointer">{copy.drop}</span>
        </span>
      </div>
    </div>
  );
}

type ChosenProps = { one: ChosenFile; copy: FilesCopy; onRemove: () => void };

function Chosen({ one: { name, size, progress, id, error }, copy, onRemove }: ChosenProps) {
  const { bytes } = useFormats();
  return (
    <li className="file-row">
      <Icon name={error === undefined ? 'file-text' : 'circle-alert'} className="size-4 text-muted" />
      <bdi className="max-w-[calc(100%-1.75rem)] truncate font-semibold" title={name}>
        {name}
      </bdi>
      <bdi className="whitespace-nowrap text-muted tabular-nums">{bytes(size)}</bdi>
      <button
        type="button"
        aria-label={copy.remove(name)}
        onClick={onRemove}
        className="ms-auto grid size-8 place-items-center rounded-md text-muted hover:text-ink"
      >
        <Icon name="x" className="size-4" />
      </button>
      {error === undefined ? (
        id === undefined && <progress value={progress} aria-label={copy.uploading(name)} />
      ) : (
        <p role="alert" className="w-full text-danger">
          {error}
        </p>
      )}
    </li>
  );
}
