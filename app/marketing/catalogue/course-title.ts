/** « ISO 27001 » and « – Lead Auditor »: a title before and after the end of its standard. */
export function splitTitle({ title, standard }: { title: string; standard: string }): [string, string] {
  const end = title.indexOf(standard) + standard.length;
  return [title.slice(0, end), title.slice(end)];
}
