/** Whether If-None-Match names this entity, by the weak comparison that RFC 9110 asks for. */
export function namesEntity(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
