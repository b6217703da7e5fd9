import { hash } from 'node:crypto';

const MODULUS = 2 ** 48;
const NEWLINE = 10;

/**
 * A checksum over rows in COPY's text format, a line each, that doesn't depend on their order: the sum of parts of the rows'
 * hashes. A restored table may give them in another order.
 */
export class RowChecksum {
  private sum = 0;
  private rest: Buffer = Buffer.alloc(0);

  /** Adds a part of the text, which may begin and end within a row. */
  update(part: Buffer): void {
    const text = this.rest.length > 0 ? Buffer.concat([this.rest, part]) : part;
    let start = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, start)) {
      const row = hash('sha256', text.subarray(start, end), 'buffer');
      this.sum = (this.sum + row.readUIntBE(0, 6)) % MODULUS;
      start = end + 1;
    }
    this.rest = text.subarray(start);
  }

  /** The checksum of all rows so far. */
  get value(): string {
    return this.sum.toString(16);
  }
}
