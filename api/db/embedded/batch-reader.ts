const startsWithoutType = 0;
const isBoundary = (type: number | undefined) =>
  type === 0x51 /* Query */ || type === 0x53 /* Sync */ || type === 0x58; /* Terminate */

/**
 * Cuts what a PostgreSQL client writes into batches that end where the server must answer. The embedded engine works
 * a batch off in one call and says « ready » after each call: a batch cut short would be answered too early.
 */
export class BatchReader {
  #held: Buffer = Buffer.alloc(0);
  #hasStarted = false;

  /** The bytes up to the last boundary that has arrived whole, or undefined while there is none. */
  take(bytes: Buffer): Buffer | undefined {
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    let end = startsWithoutType;
    let at = 0;
    while (at < all.length) {
      const lengthAt = this.#hasStarted ? at + 1 : at;
      if (lengthAt + 4 > all.length) break;
      const next = lengthAt + all.readInt32BE(lengthAt);
      if (next > all.length) break;
      if (!this.#hasStarted || isBoundary(all[at])) end = next;
      this.#hasStarted = true;
      at = next;
    }
    this.#held = all.subarray(end);
    return end === 0 ? undefined : all.subarray(0, end);
  }
}
