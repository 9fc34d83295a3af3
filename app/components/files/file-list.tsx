import { type MouseEvent, useState } from 'react';
import { useConversation } from '#app/components/conversation/side.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { fetchFile } from '#app/lib/api-client.ts';
import { download } from '#app/lib/download.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { Attachment } from '#contract/attachments.ts';

type FileListProps = {
  files: readonly Attachment[];
  /** What is known of the files is no longer true. */
  onFailed: () => void;
};

/** The files that were sent with a text. */
export function FileList({ files, onFailed }: FileListProps) {
  const { files: copy } = useConversation().copy;
  if (files.length === 0) return null;
  return (
    <ul aria-label={copy.list} className="grid gap-2">
      {files.map((file) => (
        <SentFile key={file.id} file={file} onFailed={onFailed} />
      ))}
    </ul>
  );
}

function SentFile({ file, onFailed }: Pick<FileListProps, 'onFailed'> & { file: Attachment }) {
  const { side, describeError, copy: texts } = useConversation();
  const { files: copy } = texts;
  const { bytes } = useFormats();
  const pathOf = (query: { id: string; inline?: '1' }) => side.api.file.$path({ query });
  const { id, fileName, size, state, isPreviewable } = file;
  const [isMissing, setIsMissing] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isServed = state === 'clean' || state === 'unscanned';
  // Not by the browser, which shows or stores an error as if it were the file.
  const save = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
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
      {isServed && isPreviewable && !isMissing && (
        <img
          src={pathOf({ id, inline: '1' })}
          alt={fileName}
          loading="lazy"
          decoding="async"
          className="file-preview"
          onError={() => setIsMissing(true)}
        />
      )}
      <Icon name={state === 'infected' ? 'circle-alert' : 'file-text'} className="size-4 text-muted" />
      {isServed ? (
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
      <span className="whitespace-nowrap text-muted tabular-nums">{bytes(size)}</span>
      {state === 'pending' && <span className="text-muted">{copy.pending}</span>}
      {state === 'infected' && <span className="font-semibold text-danger">{copy.infected}</span>}
      {isMissing && failure === undefined && <span className="text-danger">{copy.unavailable}</span>}
      <span role="status" className="text-muted empty:hidden">
        {isLoading && copy.downloading}
      </span>
      <span role="alert" className="text-danger empty:hidden">
        {isServed && failure}
      </span>
    </li>
  );
}
