/**
 * `npm run bench -- documents`: what drawing an invoice costs, relative to its floor, an empty sheet with the same fonts, colour
 * profile and metadata; and how much memory a ZIP of a year takes while it is sent, relative to its size.
 */
import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { calculateInvoice } from '#modules/invoicing/server/write/calculate.ts';
import { drawInvoice } from '#api/documents/pdf.ts';
import { Sheet } from '#api/documents/sheet.ts';
import { createZip } from '#api/documents/zip.ts';
import { exampleDraft, manyLines } from '#tests/support/invoices.ts';
import { median } from './measure.ts';

const rounds = 15;
const megabyte = 1024 * 1024;

const timeOf = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const drawingOf = (lines: number) => {
  const invoice = calculateInvoice(exampleDraft({ lines: manyLines(lines) }));
  return () => drawInvoice({ invoice, language: 'fr', fingerprint: 'olive · phare · marée · granit' });
};
const floor = () => new Sheet({ title: 'Floor', language: 'fr', on: '2026-11-02', running: '' }).finish();

const first = await timeOf(drawingOf(1));
console.log(`The first document, with its fonts: ${first.toFixed(0)} ms`);
for (const lines of [3, 105, 500]) {
  const draw = drawingOf(lines);
  await draw();
  const pairs: [number, number][] = [];
  // Alternating, so that other load on the machine affects both equally.
  for (let round = 0; round < rounds; round += 1) pairs.push([await timeOf(floor), await timeOf(draw)]);
  const ratio = median(pairs.map(([base, drawn]) => drawn / base));
  const time = median(pairs.map(([, drawn]) => drawn));
  console.log(`${lines} lines: ${ratio.toFixed(1)} times the floor, ${time.toFixed(0)} ms`);
}

/** A year: a hundred documents of 2 MB, or two thousand. */
async function peakOf(files: number): Promise<{ peak: number; sent: number }> {
  const content = randomBytes(64 * 1024);
  const year = Array.from({ length: files }, (_, index) => ({
    name: `F2026-${index}.pdf`,
    on: new Date(0),
    open: () => Readable.from(Array.from({ length: 32 }, () => Buffer.from(content))),
  }));
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let [peak, sent, chunks] = [0, 0, 0];
  const connection = new Writable({
    write: (chunk: Buffer, _, done) => {
      sent += chunk.length;
      chunks += 1;
      if (chunks % 64 === 0) peak = Math.max(peak, process.memoryUsage().rss - before);
      setImmediate(done);
    },
  });
  await pipeline(createZip(year), connection);
  return { peak, sent };
}

await peakOf(10);
for (const files of [100, 2000]) {
  const { peak, sent } = await peakOf(files);
  console.log(
    `A ZIP of ${(sent / megabyte).toFixed(0)} MB takes ${(peak / megabyte).toFixed(0)} MB more, of its size ${(peak / sent).toFixed(3)}`,
  );
}
