import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { AddressInfo } from 'node:net';

const compress = promisify(brotliCompress);

const ofTheConnection = new Set(['connection', 'content-encoding', 'content-length', 'date', 'keep-alive']);

/** The floor of a page: that same page, from the same files with the same headers, with every script removed. */
export async function startScriptFree(origin: string): Promise<{ origin: string; stop: () => void }> {
  const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>();
  const prepare = async (path: string) => {
    const answer = await fetch(`${origin}${path}`);
    const type = answer.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    const body = type.startsWith('text/html')
      ? Buffer.from(bytes.toString('utf8').replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, ''))
      : bytes;
    const isText = /^text|json|svg|xml/.test(type);
    return {
      headers: {
        ...Object.fromEntries([...answer.headers].filter(([name]) => !ofTheConnection.has(name))),
        ...(isText ? { 'content-encoding': 'br' } : {}),
      },
      body: isText ? await compress(body) : body,
    };
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const send = ({ headers, body }: { headers: Record<string, string>; body: Buffer }) =>
      response.writeHead(200, headers).end(body);
    const known = answers.get(path);
    if (known) send(known);
    else {
      void prepare(path).then((made) => {
        answers.set(path, made);
        send(made);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
