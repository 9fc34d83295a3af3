import { assertDefined } from './api.ts';

export interface ReceivedEvent {
  type: string;
  // Any JSON, as each test knows what it expects.
  data: ReturnType<typeof JSON.parse>;
}

/** Reads server-sent events one by one. */
export function readEvents(response: Response) {
  const reader = assertDefined(response.body).getReader();
  const decoder = new TextDecoder();
  const waiting: ReceivedEvent[] = [];
  const retries: number[] = [];
  let text = '';

  function parse(block: string): void {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    if (fields.retry !== undefined) retries.push(Number(fields.retry));
    if (fields.event !== undefined) waiting.push({ type: fields.event, data: JSON.parse(fields.data ?? 'null') });
  }

  return {
    status: response.status,
    headers: response.headers,
    /** What the server has sent as the time until the next connection, in milliseconds. */
    retries,
    /** Undefined once the stream has ended. */
    async next(): Promise<ReceivedEvent | undefined> {
      while (waiting.length === 0) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += decoder.decode(value, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) parse(block);
      }
      return waiting.shift();
    },
    close: () => reader.cancel(),
  };
}

export type EventReader = ReturnType<typeof readEvents>;
