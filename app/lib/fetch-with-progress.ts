import type { SendRequest } from './api-client.ts';

/** Instead of fetch, which cannot say how much of a body has been sent. From 0 to 1. */
export const fetchWithProgress =
  (onProgress: (part: number) => void): SendRequest =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const fail = () => reject(new TypeError('The request failed.'));
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
      request.addEventListener('error', fail);
      request.addEventListener('abort', fail);
      signal.addEventListener('abort', () => request.abort());
      request.send(body);
    });
