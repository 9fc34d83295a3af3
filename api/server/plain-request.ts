export interface PlainRequest {
  isHead: boolean;
  path: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

// Stricter than node's parser on purpose: whatever is unusual in any way is left to node.
const shape =
  /^(GET|HEAD) (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+)\r\n$/;

/** Reads one whole, ordinary, bodiless GET or HEAD to be kept alive; anything else is not understood. */
export function readPlainRequest(text: string): PlainRequest | undefined {
  const parts = shape.exec(text);
  if (parts === null) return undefined;
  const [, method, path = '', lines = ''] = parts;
  let hosts = 0;
  const request: PlainRequest = { isHead: method === 'HEAD', path, acceptEncoding: undefined, ifNoneMatch: undefined };
  for (let start = 0; start < lines.length;) {
    const colon = lines.indexOf(':', start);
    const end = lines.indexOf('\r\n', colon);
    switch (lines.slice(start, colon).toLowerCase()) {
      case 'host':
        hosts += 1;
        break;
      case 'accept-encoding':
        if (request.acceptEncoding !== undefined) return undefined;
        request.acceptEncoding = lines.slice(colon + 1, end).trim();
        break;
      case 'if-none-match':
        if (request.ifNoneMatch !== undefined) return undefined;
        request.ifNoneMatch = lines.slice(colon + 1, end).trim();
        break;
      case 'connection':
        if (
          lines
            .slice(colon + 1, end)
            .trim()
            .toLowerCase() !== 'keep-alive'
        )
          return undefined;
        break;
      case 'content-length':
      case 'transfer-encoding':
      case 'expect':
      case 'upgrade':
        return undefined;
      default:
    }
    start = end + 2;
  }
  return hosts === 1 ? request : undefined;
}
