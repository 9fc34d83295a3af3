import { useEffect, useRef, useState } from 'react';
import { fetchWithProgress } from '#app/lib/fetch-with-progress.ts';
import type { SendRequest } from '#app/lib/api-client.ts';
import type { Attachment } from '#contract/attachments.ts';
import { maxFileBytes, maxFilesPerMessage } from '#contract/file-types.ts';
import type { ConversationCopy } from '#content/portal/en/conversation.ts';
import { keepFiles, type KeptFile, readKeptFiles, stillUnsent } from './kept-files.ts';

/** A file that was chosen, and what became of its upload. */
export type ChosenFile = {
  key: string;
  name: string;
  size: number;
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
  copy: ConversationCopy['files'];
  /** The name under which the text is stored; without it, nothing is kept over a reload. */
  draft?: string;
  /** The files of the ticket as they are now, undefined until they are loaded. Null for a ticket that is about to be opened: the server lists none. */
  listed?: readonly Attachment[] | null | undefined;
  upload: (name: string, options: UploadOptions) => Promise<Attachment>;
  describeError: (error: unknown) => string;
};

let lastKey = 0;

// The server takes four at a time of a user, who may have other tabs.
const maxAtOnce = 2;
let uploading = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (uploading < maxAtOnce) uploading += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) uploading -= 1;
    else next();
  }
}

/**
 * Files for a text that is being written: each is uploaded as soon as it is chosen, and sent with the text. Those that were
 * uploaded are there again after a reload.
 */
export function useUploads({ copy, draft, listed, upload, describeError }: UploadsInput) {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [kept, setKept] = useState(() => (draft === undefined ? [] : readKeptFiles(sessionStorage, draft)));
  if (listed !== undefined && kept.length > 0) {
    setKept([]);
    const found =
      listed === null
        ? kept.map((file) => ({ ...file, key: file.id, progress: 1 }))
        : stillUnsent(kept, listed).map((file) => toChosen(file, copy));
    setFiles((current) => [...found, ...current]);
  }
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const abort of uploads.values()) abort.abort();
    };
  }, []);

  const change = (key: string, values: Partial<ChosenFile>) =>
    setFiles((current) => current.map((one) => (one.key === key ? { ...one, ...values } : one)));

  const start = async (key: string, file: File) => {
    const abort = new AbortController();
    running.current.set(key, abort);
    try {
      const { id } = await inTurn(async () => {
        abort.signal.throwIfAborted();
        return upload(file.name, {
          // Whatever the browser makes of it: the server finds out what it is.
          file: file.slice(0, file.size, 'application/octet-stream'),
          signal: abort.signal,
          sendRequest: fetchWithProgress((progress) => change(key, { progress })),
        });
      });
      change(key, { id, progress: 1 });
    } catch (error) {
      if (!abort.signal.aborted) change(key, { error: describeError(error) });
    }
    running.current.delete(key);
  };
  const add = (chosen: readonly File[]) => {
    let places = maxFilesPerMessage - files.filter(({ error }) => error === undefined).length;
    const added = chosen.map((file) => {
      lastKey += 1;
      const one: ChosenFile = { key: String(lastKey), name: file.name, size: file.size, progress: 0 };
      if (file.size > maxFileBytes) return { ...one, error: copy.tooLarge };
      places -= 1;
      if (places < 0) return { ...one, error: copy.tooMany };
      void start(one.key, file);
      return one;
    });
    setFiles((current) => [...current, ...added]);
  };
  const remove = (key: string) => {
    running.current.get(key)?.abort();
    setFiles((current) => current.filter((one) => one.key !== key));
  };

  const uploaded = files.flatMap(({ id, name, size }) => (id === undefined ? [] : [{ id, name, size }]));
  // One string, which is the same as long as its parts are.
  const toKeep = JSON.stringify([...kept, ...uploaded]);
  useEffect(() => {
    if (draft !== undefined) keepFiles(sessionStorage, draft, JSON.parse(toKeep) as KeptFile[]);
  }, [draft, toKeep]);

  return {
    files,
    add,
    remove,
    /** Those that can be sent. */
    ids: uploaded.map(({ id }) => id),
    /** A file is neither uploaded nor removed, or not known yet: the text would be sent without it. */
    isUnfinished: kept.length > 0 || files.some(({ id }) => id === undefined),
    clear: () => {
      for (const abort of running.current.values()) abort.abort();
      setFiles([]);
    },
    /** Those that were sent and taken back. */
    restore: (ids: readonly string[]) => setKept(ids.map((id) => ({ id, name: '', size: 0 }))),
  };
}

/** An infected file cannot be sent: it is named, to be removed. */
const toChosen = ({ id, fileName, size, state }: Attachment, copy: ConversationCopy['files']): ChosenFile => ({
  key: id,
  name: fileName,
  size,
  progress: 1,
  ...(state === 'infected' ? { error: copy.infected } : { id }),
});

export type Uploads = ReturnType<typeof useUploads>;
