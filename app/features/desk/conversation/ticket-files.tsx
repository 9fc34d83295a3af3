import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileList } from '#app/components/files/file-list.tsx';
import { useUploads } from '#app/components/files/use-uploads.ts';
import { api } from '#app/lib/api-client.ts';
import type { DeskAttachment } from '#contract/attachments.ts';
import { messageOf, useConversationCopy, useDesk } from '../desk-context.ts';
import { formatBytes } from '../formats.ts';
import { filesKey } from '../ticket-query.ts';

const scanPollingMs = 5000;

const filesQuery = (id: string) =>
  queryOptions({
    queryKey: filesKey(id),
    queryFn: async ({ signal }) => (await api.desk.ticket.files.$get({ query: { id } }, { signal })).files,
    // Until the scanner has seen all of them.
    refetchInterval: ({ state }) => state.data?.some((file) => file.state === 'pending') === true && scanPollingMs,
  });

export function useTicketUploads(id: string, owner: string) {
  const { copy } = useDesk();
  // A list from before would lack what was uploaded since.
  const { data, isFetchedAfterMount } = useQuery({ ...filesQuery(id), refetchOnMount: 'always' });
  return useUploads({
    copy: useConversationCopy().files,
    draft: { owner, ticketId: id },
    listed: isFetchedAfterMount ? data : undefined,
    upload: (name, options) => api.desk.ticket.file.$put({ query: { id, name } }, options),
    describeError: (error) => messageOf(error, copy),
  });
}

type TicketFilesProps = {
  id: string;
  /** Neither: the files of the description. */ of: Partial<Pick<DeskAttachment, 'messageId' | 'noteId'>>;
};

export function TicketFiles({ id, of: { messageId = null, noteId = null } }: TicketFilesProps) {
  const { copy: deskCopy } = useDesk();
  const { files: copy } = useConversationCopy();
  const { data, refetch } = useQuery(filesQuery(id));
  const files = data?.filter((file) => file.isSent && file.messageId === messageId && file.noteId === noteId) ?? [];
  return (
    <FileList
      files={files}
      copy={copy}
      formatSize={formatBytes}
      pathOf={filePath}
      describeError={(error) => messageOf(error, deskCopy)}
      onFailed={() => void refetch()}
    />
  );
}

const filePath = (query: { id: string; inline?: '1' }) => api.desk.ticket.file.$path({ query });
