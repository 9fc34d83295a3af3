import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { SpaFallback } from './root.tsx';

/** Renders every page at build, or on demand in development; scripts/build then prepares it for its first paint. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const [failure] = Object.values<unknown>(context.staticHandlerContext.errors ?? {});
  if (failure !== undefined) throw new Error(`${request.url} has no data`, { cause: failure });
  let renderError: unknown;
  const stream = await renderToReadableStream(
    <SpaFallback value={context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </SpaFallback>,
    {
      onError: (error) => {
        renderError ??= error;
      },
    },
  );
  await stream.allReady;
  if (renderError !== undefined) throw new Error(`${request.url} cannot be rendered`, { cause: renderError });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(stream, { status, headers });
}
