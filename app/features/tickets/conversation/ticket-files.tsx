import { useQuery } from '@tanstack/react-query';
import { FileList } from '#app/components/files/file-list.tsx';
import type { FilesCopy } from '#app/components/files/files-copy.ts';
import { useUploads } from '#app/components/files/use-uploads.ts';
import { api } from '#app/lib/api-client.ts';
import { filesQuery } from './conversation-queries.ts';

export const filesCopy: FilesCopy = {
  choose: 'Attach files',
  limits: 'Up to 10 files of 25 MB each. You can also paste or drop them.',
  chosen: 'Files to send',
  uploading: 'Uploading {name}',
  uploaded: '{name} is ready to be sent',
  remove: 'Remove {name}',
  tooLarge: 'This file is larger than 25 MB.',
  tooMany: 'A message can have 10 files.',
  unfinished: 'Please wait for the upload of the files, or remove those that were not uploaded.',
  list: 'Files',
  download: 'Download {name}',
  downloading: 'Downloading...',
  pending: 'Being checked for viruses',
  infected: 'A virus was found in this file: it cannot be opened.',
  unavailable: 'This file is not available.',
};

/** `820 B`, `12 KB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

const describeError = (error: unknown) => (error instanceof Error ? error.message : filesCopy.unavailable);

export function useTicketUploads(id: string, owner: string) {
  // A list from before would lack what was uploaded since.
  const { data, isFetchedAfterMount } = useQuery({ ...filesQuery(id), refetchOnMount: 'always' });
  return useUploads({
    copy: filesCopy,
    draft: { owner, ticketId: id },
    listed: isFetchedAfterMount ? data : undefined,
    upload: (name, options) => api.portal.ticket.file.$put({ query: { id, name } }, options),
    describeError,
  });
}

/** The files of one message, or of the description: `messageId` is null. */
export function TicketFiles({ id, messageId }: { id: string; messageId: string | null }) {
  const { data, refetch } = useQuery(filesQuery(id));
  const files = data?.filter((file) => file.isSent && file.messageId === messageId) ?? [];
  return (
    <FileList
      files={files}
      copy={filesCopy}
      formatSize={formatSize}
      pathOf={filePath}
      describeError={describeError}
      onFailed={() => void refetch()}
    />
  );
}

const filePath = (query: { id: string; inline?: '1' }) => api.portal.ticket.file.$path({ query });
