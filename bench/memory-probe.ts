/**
 * Loaded into the server that is measured (`--import`): what each thread holds in V8's heap, in buffers and in WebAssembly memory, on
 * a request to BENCH_MEMORY_PORT.
 */
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

export interface ThreadMemory {
  thread: number;
  heapUsed: number;
  heapTotal: number;
  /** Buffers and strings outside the heap, without WebAssembly memory. */
  external: number;
  wasm: number;
}

const memories = new Set<WebAssembly.Memory>();
const Original = WebAssembly.Memory;
// The engine creates its memory itself and passes it to its module.
WebAssembly.Memory = new Proxy(Original, {
  construct(target, [descriptor]: [WebAssembly.MemoryDescriptor]) {
    const memory = new target(descriptor);
    memories.add(memory);
    return memory;
  },
});

function read(): ThreadMemory {
  const { used_heap_size: heapUsed, total_heap_size: heapTotal } = getHeapStatistics();
  let wasm = 0;
  for (const { buffer } of memories) wasm += buffer.byteLength;
  return { thread: threadId, heapUsed, heapTotal, external: Math.max(process.memoryUsage().external - wasm, 0), wasm };
}

const channel = new BroadcastChannel('bench-memory');
let replies: ThreadMemory[] = [];
channel.addEventListener('message', (event) => {
  const { data } = event as unknown as { data: 'read' | ThreadMemory };
  if (data !== 'read') replies.push(data);
  else if (!isMainThread) channel.postMessage(read());
});
channel.unref();

if (isMainThread) {
  createServer((_request, response) => {
    replies = [read()];
    channel.postMessage('read');
    // A thread that is busy is left out.
    void wait(300).then(() => response.end(JSON.stringify(replies)));
  })
    .listen(Number(process.env['BENCH_MEMORY_PORT']), '127.0.0.1')
    .unref();
}
