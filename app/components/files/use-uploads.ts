import { useEffect, useRef, useState } from 'react';
import { fetchWithProgress } from '#app/lib/fetch-with-progress.ts';
import type { SendRequest } from '#app/lib/api-client.ts';
import type { Attachment } from '#contract/attachments.ts';
import { maxFileBytes, maxFilesPerMessage } from '#contract/file-types.ts';
import type { FilesCopy } from './files-copy.ts';

/** A file that was chosen, and what became of its upload. */
export type ChosenFile = {
  key: string;
  file: File;
  /** From 0 to 1. */
  progress: number;
  /** Given by the server, when all of it has arrived. */
  id?: string;
  error?: string;
};

export interface UploadOptions {
  file: Blob;
  signal: AbortSignal;
  sendRequest: SendRequest;
}

type UploadsInput = {
  copy: FilesCopy;
  upload: (name: string, options: UploadOptions) => Promise<Attachment>;
  describeError: (error: unknown) => string;
};

let lastKey = 0;

/** Files for a text that is being written: each is uploaded as soon as it is chosen, and sent with the text. */
export function useUploads({ copy, upload, describeError }: UploadsInput) {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const abort of uploads.values()) abort.abort();
    };
  }, []);

  const change = (key: string, values: Partial<ChosenFile>) =>
    setFiles((current) => current.map((one) => (one.key === key ? { ...one, ...values } : one)));

  const start = async ({ key, file }: ChosenFile) => {
    const abort = new AbortController();
    running.current.set(key, abort);
    try {
      const { id } = await upload(file.name, {
        // Whatever the browser makes of it: the server finds out what it is.
        file: file.slice(0, file.size, 'application/octet-stream'),
        signal: abort.signal,
        sendRequest: fetchWithProgress((progress) => change(key, { progress })),
      });
      change(key, { id, progress: 1 });
    } catch (error) {
      if (!abort.signal.aborted) change(key, { error: describeError(error) });
    }
    running.current.delete(key);
  };
  const add = (chosen: readonly File[]) => {
    let places = maxFilesPerMessage - files.filter(({ error }) => error === undefined).length;
    const added = chosen.map((file): ChosenFile => {
      lastKey += 1;
      const one = { key: String(lastKey), file, progress: 0 };
      if (file.size > maxFileBytes) return { ...one, error: copy.tooLarge };
      places -= 1;
      return places < 0 ? { ...one, error: copy.tooMany } : one;
    });
    setFiles((current) => [...current, ...added]);
    for (const one of added) if (one.error === undefined) void start(one);
  };
  const remove = (key: string) => {
    running.current.get(key)?.abort();
    setFiles((current) => current.filter((one) => one.key !== key));
  };

  return {
    files,
    add,
    remove,
    /** Those that can be sent. */
    ids: files.flatMap(({ id }) => (id === undefined ? [] : [id])),
    /** A file is neither uploaded nor removed: the text would be sent without it. */
    isUnfinished: files.some(({ id }) => id === undefined),
    clear: () => setFiles([]),
  };
}

export type Uploads = ReturnType<typeof useUploads>;
