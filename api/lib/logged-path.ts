const longestPath = 200;
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The path as a log may keep it: no query, no e-mail address, no token. */
export function loggedPath(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  const isApi = path.startsWith('/api/');
  // Segment by segment: one pattern over the whole path would take quadratic time on a hostile one.
  return path
    .split('/')
    .map((segment) => loggedSegment(segment, isApi))
    .join('/')
    .slice(0, longestPath);
}

function loggedSegment(segment: string, isApi: boolean): string {
  if (/@|%40/.test(segment)) return '[email]';
  // Links in mails carry their secret as a segment of an API path; a UUID is an id and may stay.
  return isApi && /^[\w.~-]{24,}$/.test(segment) && !uuid.test(segment) ? '[token]' : segment;
}
