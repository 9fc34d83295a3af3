import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { useConversation } from '#app/components/conversation/side.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { fetchFile } from '#app/lib/api-client.ts';
import { download } from '#app/lib/download.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { Attachment } from '#contract/attachments.ts';

const PictureViewer = lazy(async () => ({ default: (await import('./picture-viewer.tsx')).PictureViewer }));

type FileListProps = {
  files: readonly Attachment[];
  /** All that were sent in the ticket: its pictures are seen one after the other. */
  ofTicket: readonly Attachment[];
  /** What is known of the files is no longer true. */
  onFailed: () => void;
};

/** The files that were sent with a text. */
export function FileList({ files, ofTicket, onFailed }: FileListProps) {
  const { files: copy } = useConversation().copy;
  const [openedId, setOpenedId] = useState<string>();
  if (files.length === 0) return null;
  return (
    <>
      <ul aria-label={copy.list} className="grid gap-2">
        {files.map((file) => (
          <SentFile key={file.id} file={file} onFailed={onFailed} onOpen={() => setOpenedId(file.id)} />
        ))}
      </ul>
      {openedId !== undefined && (
        <Suspense fallback={null}>
          <PictureViewer
            pictures={ofTicket.filter((file) => file.isPreviewable && isServed(file))}
            openedId={openedId}
            onClose={() => setOpenedId(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

const isServed = ({ state }: Attachment) => state === 'clean' || state === 'unscanned';
const hasModifier = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => ctrlKey || metaKey || shiftKey || altKey;

type SentFileProps = Pick<FileListProps, 'onFailed'> & { file: Attachment; onOpen: () => void };

function SentFile({ file, onFailed, onOpen }: SentFileProps) {
  const { side, describeError, copy: texts } = useConversation();
  const { files: copy } = texts;
  const { bytes } = useFormats();
  const pathOf = (query: { id: string; inline?: '1' }) => side.api.file.$path({ query });
  const { id, fileName, size, state, isPreviewable } = file;
  const [isMissing, setIsMissing] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const canOpen = isServed(file);
  // Not by the browser, which shows or stores an error as if it were the file.
  const save = async (event: MouseEvent) => {
    if (hasModifier(event)) return;
    event.preventDefault();
    if (isLoading) return;
    setIsLoading(true);
    setFailure(undefined);
    try {
      download(await fetchFile(pathOf({ id })), fileName);
    } catch (error) {
      setFailure(describeError(error));
      onFailed();
    }
    setIsLoading(false);
  };
  return (
    <li className="file-row">
      {canOpen && isPreviewable && !isMissing && (
        <a
          href={pathOf({ id, inline: '1' })}
          aria-haspopup="dialog"
          className="file-preview"
          onClick={(event) => {
            if (hasModifier(event)) return;
            event.preventDefault();
            onOpen();
          }}
        >
          <img
            src={pathOf({ id, inline: '1' })}
            alt={fileName}
            loading="lazy"
            decoding="async"
            onError={() => setIsMissing(true)}
          />
        </a>
      )}
      <Icon name={state === 'infected' ? 'circle-alert' : 'file-text'} className="size-4 text-muted" />
      {canOpen ? (
        <a
          href={pathOf({ id })}
          download={fileName}
          onClick={(event) => void save(event)}
          aria-label={copy.download(fileName)}
          className="min-w-0 truncate font-semibold text-azure underline underline-offset-4"
        >
          <bdi>{fileName}</bdi>
        </a>
      ) : (
        <bdi className="min-w-0 truncate font-semibold">{fileName}</bdi>
      )}
      <bdi className="whitespace-nowrap text-muted tabular-nums">{bytes(size)}</bdi>
      {state === 'pending' && <span className="text-muted">{copy.pending}</span>}
      {state === 'infected' && <span className="font-semibold text-danger">{copy.infected}</span>}
      {isMissing && failure === undefined && <span className="text-danger">{copy.unavailable}</span>}
      <span role="status" className="text-muted empty:hidden">
        {isLoading && copy.downloading}
      </span>
      <span role="alert" className="text-danger empty:hidden">
        {canOpen && failure}
      </span>
    </li>
  );
}
