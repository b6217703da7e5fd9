import { closeSync, openSync, rmSync, writeSync } from 'node:fs';

const CHUNK = Buffer.alloc(64 * 1024);

/** A file that fills the disk. */
export class DiskFiller {
  private readonly file: string;
  private readonly handle: number;

  constructor(file: string) {
    this.file = file;
    this.handle = openSync(file, 'w');
  }

  /** Writes until there is no room left. */
  fill(): void {
    try {
      for (;;) if (writeSync(this.handle, CHUNK) < CHUNK.length) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  free(): void {
    closeSync(this.handle);
    rmSync(this.file);
  }
}
