// Writes .br and .gz beside every asset worth it, so that the server never compresses the same file twice.
import { constants, brotliCompress, gzip } from 'node:zlib';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Not the page itself, for the server puts a nonce into each answer of it, nor the service worker, which is built later. */
const compressible = /^(?!sw\.js$).*\.(?:js|css|json|svg|txt)$/;
const worthwhile = 256;

/** Compresses what a production build left in the output folder. Must come after every plugin that writes there. */
export class CompressPlugin {
  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('Compress', async (compilation) => {
      const folder = compilation.outputOptions.path;
      const files = (await readdir(folder, { recursive: true })).filter((name) => compressible.test(name));
      await Promise.all(files.map((name) => compress(path.join(folder, name))));
    });
  }
}

async function compress(file) {
  const content = await readFile(file);
  if (content.length < worthwhile) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: quality }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
