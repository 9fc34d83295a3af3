import { useState } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';
import type { Attachment } from '#contract/attachments.ts';
import { type FilesCopy, named } from './files-copy.ts';

type FileListProps = {
  files: readonly Attachment[];
  copy: FilesCopy;
  formatSize: (bytes: number) => string;
  /** Of its content, to be downloaded or shown. */
  pathOf: (query: { id: string; inline?: '1' }) => string;
};

/** The files that were sent with a text. */
export function FileList({ files, copy, formatSize, pathOf }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={copy.list} className="grid gap-2">
      {files.map((file) => (
        <SentFile key={file.id} file={file} copy={copy} formatSize={formatSize} pathOf={pathOf} />
      ))}
    </ul>
  );
}

function SentFile({ file, copy, formatSize, pathOf }: Omit<FileListProps, 'files'> & { file: Attachment }) {
  const { id, fileName, size, state, isPreviewable } = file;
  const [isMissing, setIsMissing] = useState(false);
  const isServed = state === 'clean' || state === 'unscanned';
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
          aria-label={named(copy.download, fileName)}
          className="min-w-0 truncate font-semibold text-azure underline underline-offset-4"
        >
          <bdi>{fileName}</bdi>
        </a>
      ) : (
        <bdi className="min-w-0 truncate font-semibold">{fileName}</bdi>
      )}
      <span className="whitespace-nowrap text-muted tabular-nums">{formatSize(size)}</span>
      {state === 'pending' && <span className="text-muted">{copy.pending}</span>}
      {state === 'infected' && <span className="font-semibold text-danger">{copy.infected}</span>}
      {isMissing && <span className="text-danger">{copy.unavailable}</span>}
    </li>
  );
}
