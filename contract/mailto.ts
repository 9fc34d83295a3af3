// Longer ones are more than some mail clients open.
const maxMailtoLength = 1900;

/** A link to a mail with what was typed, a line for each field; RFC 6068 asks for CRLF. What does not fit is cut. */
export function mailtoLink(email: string, subject: string, lines: readonly string[]): string {
  const start = `mailto:${email}?subject=${encodeURIComponent(subject)}&body=`;
  let body = '';
  for (const character of lines.join('\r\n').toWellFormed().replaceAll(/\r?\n/g, '\r\n')) {
    const encoded = encodeURIComponent(character);
    if (start.length + body.length + encoded.length > maxMailtoLength)
      return `${start}${body}${encodeURIComponent('…')}`;
    body += encoded;
  }
  return start + body;
}
