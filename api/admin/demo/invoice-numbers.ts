/** Numbers as books give them: by year, in the order in which the invoices were issued. Other customers have the ones between. */
export function numbered<Row extends { createdAt: string }>(rows: readonly Row[]): (Row & { number: string })[] {
  const counts = new Map<string, number>();
  const inOrder = rows.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  return inOrder.map((row) => {
    const year = row.createdAt.slice(0, 4);
    const nth = (counts.get(year) ?? 0) + 7;
    counts.set(year, nth);
    return { ...row, number: `FA-${year}-${String(nth).padStart(4, '0')}` };
  });
}
