import { hash } from 'node:crypto';

const MODULUS = 2 ** 48;
const NEWLINE = 10;

/**
 * Counts and checks rows in COPY's text format, a line each. The checksum doesn't depend on their order, which may be another one in a
 * restored table: it is the sum of parts of the rows' hashes. The driver learns the number of rows after the last of them, too
 * late for who reads them.
 */
export class RowChecksum {
  /** Rows so far. */
  rows = 0;
  private sum = 0;
  private rest: Buffer = Buffer.alloc(0);

  /** Adds a part of the text, which may begin and end within a row. */
  update(part: Buffer): void {
    const text = this.rest.length > 0 ? Buffer.concat([this.rest, part]) : part;
    let start = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, start)) {
      const row = hash('sha256', text.subarray(start, end), 'buffer');
      this.rows += 1;
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
