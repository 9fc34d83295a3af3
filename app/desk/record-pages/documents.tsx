import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import { FilesPanel } from '#app/components/records/record-parts.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { canDo, messageOf, useDesk } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { RowAction } from '#app/desk/components/desk-parts.tsx';
import { api } from '#app/lib/api-client.ts';
import { fetchWithProgress } from '#app/lib/fetch-with-progress.ts';
import { toast } from '#app/lib/toast.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import type { DocumentList, RecordFile } from '#contract/record-detail.ts';
import { useRecordPagesCopy } from './record-pages-copy.ts';

type DocumentsPanelProps = {
  list: DocumentList;
  /** The contract or license. */
  id: string;
  files: readonly RecordFile[];
  pathOf: (id: string) => string;
};

/** The documents of a contract or a license, as the customer sees them. Staff who change records add, replace and withdraw them. */
export function DocumentsPanel({ list, id, files, pathOf }: DocumentsPanelProps) {
  const { invoicePage, deskPages } = useRecordPagesCopy();
  const { documents: copy } = deskPages;
  const { copy: desk, me } = useDesk();
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  const [withdrawn, setWithdrawn] = useState<RecordFile>();
  if (!canDo(me, 'records')) return <FilesPanel files={files} copy={invoicePage.files} pathOf={pathOf} />;

  const refetch = () => client.invalidateQueries({ queryKey: ['desk', 'records'] });
  const add = async (file: File, replaces?: string) => {
    setError(undefined);
    if (file.size > maxFileBytes) return setError(copy.tooLarge);
    setProgress(0);
    try {
      await api.desk.records.file.$put(
        { query: { list, id, name: file.name, replaces } },
        {
          // The server finds out what it is.
          file: file.slice(0, file.size, 'application/octet-stream'),
          sendRequest: fetchWithProgress(setProgress),
        },
      );
      toast({ source: 'documents', title: replaces === undefined ? copy.added : copy.replaced });
      await refetch();
    } catch (failure) {
      setError(messageOf(failure, desk));
    }
    return setProgress(undefined);
  };
  return (
    <FilesPanel
      files={files}
      copy={invoicePage.files}
      pathOf={pathOf}
      renderActions={(file) => (
        <span className="ms-auto flex flex-wrap items-center gap-x-3">
          <ChooseFile
            label={copy.replace}
            of={file.fileName}
            isBusy={progress !== undefined}
            onChoose={(chosen) => void add(chosen, file.id)}
          />
          <RowAction of={file.fileName} onClick={() => setWithdrawn(file)}>
            {copy.withdraw}
          </RowAction>
        </span>
      )}
    >
      <div className="grid justify-items-start gap-2">
        <ChooseFile label={copy.add} isButton isBusy={progress !== undefined} onChoose={(chosen) => void add(chosen)} />
        <p className="text-xs text-muted">{copy.hint}</p>
        {progress !== undefined && <progress value={progress} aria-label={copy.uploading} className="w-full" />}
        <FormError message={error} />
      </div>
      {withdrawn !== undefined && (
        <FormDialog
          title={copy.withdrawTitle}
          description={copy.withdrawText(withdrawn.fileName)}
          submit={copy.withdraw}
          onSubmit={async () => {
            await api.desk.records['withdraw-file'].$post({ json: { id: withdrawn.id } });
            toast({ source: 'documents', title: copy.withdrawn });
            await refetch();
          }}
          onClose={() => setWithdrawn(undefined)}
        >
          {null}
        </FormDialog>
      )}
    </FilesPanel>
  );
}

type ChooseFileProps = {
  label: string;
  of?: string;
  isButton?: boolean;
  isBusy: boolean;
  onChoose: (file: File) => void;
};

function ChooseFile({ label, of, isButton = false, isBusy, onChoose }: ChooseFileProps) {
  const id = useId();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file !== undefined) onChoose(file);
    // The same file can be chosen again.
    target.value = '';
  };
  return (
    <span className="file-input">
      <input id={id} type="file" accept=".pdf" disabled={isBusy} className="peer sr-only" onChange={choose} />
      <label
        htmlFor={id}
        className={
          isButton ? buttonClass('secondary', 'sm', 'file-choose') : 'row-action file-choose inline-flex items-center'
        }
      >
        {isButton && <Icon name="upload" className="size-4" />}
        {label}
        {of !== undefined && <span className="sr-only"> {of}</span>}
      </label>
    </span>
  );
}
