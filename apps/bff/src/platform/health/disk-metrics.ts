import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Config } from '../config/config';
import { Metrics } from './metrics';

/**
 * Exports the room on the disks that this process uses. The data folder of an embedded start holds the database too; the
 * disk of another database's machine must be watched there.
 */
@Injectable()
export class DiskMetrics {
  constructor({ registry }: Metrics, { dataDir, moduleStore }: Config) {
    const folders = { data: dataDir, ...('folder' in moduleStore && { modules: moduleStore.folder }) };
    const free: Gauge<'folder'> = new Gauge({
      name: 'tessera_disk_free_bytes',
      help: 'Room left on the disk of a folder',
      labelNames: ['folder'],
      registers: [registry],
      collect: async () => {
        for (const [folder, path] of Object.entries(folders)) {
          // The folder may not exist: servers in containers need no data folder.
          const disk = await statfs(path).catch(() => null);
          if (!disk) continue;
          free.set({ folder }, disk.bavail * disk.bsize);
          size.set({ folder }, disk.blocks * disk.bsize);
        }
      },
    });
    const size: Gauge<'folder'> = new Gauge({
      name: 'tessera_disk_size_bytes',
      help: 'Size of the disk of a folder',
      labelNames: ['folder'],
      registers: [registry],
    });
  }
}
