import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { pageHeaders } from '../rules.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** What the served page differs in from a console's. */
export interface PageOptions {
  /** The origin of the module's development server. */
  moduleOrigin: string;
  /** A script that runs before the console's own. */
  script?: string;
}

/** Serves a built shell as a console does: its files, and its page for every other path. */
export class ShellFiles {
  private readonly folder: string;
  private readonly page: PageOptions;

  constructor(folder: string, page: PageOptions) {
    this.folder = folder;
    this.page = page;
  }

  async send(pathname: string, response: ServerResponse): Promise<void> {
    const file = path.join(this.folder, path.normalize(decodeURIComponent(pathname)));
    const isInside = file.startsWith(this.folder + path.sep);
    const type = types[path.extname(file)];
    if (isInside && type && !file.endsWith('index.html') && (await isFile(file))) {
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
      response.end(await readFile(file));
    } else await this.sendPage(response);
  }

  private async sendPage(response: ServerResponse): Promise<void> {
    const nonce = randomBytes(16).toString('base64');
    const { moduleOrigin, script } = this.page;
    const html = (await readFile(path.join(this.folder, 'index.html'), 'utf8'))
      .replace('<head>', script ? `<head><script nonce="__CSP_NONCE__">${script}</script>` : '<head>')
      .replaceAll('__CSP_NONCE__', nonce);
    response.writeHead(200, pageHeaders({ nonce, localOrigins: [moduleOrigin], isSecure: false }));
    response.end(html);
  }
}

const isFile = async (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
