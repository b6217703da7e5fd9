import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

/** What the image of the shell takes from its environment. */
export interface ShellSettings {
  PORT: string;
  BFF_URL: string;
  RESOLVER: string;
  /** The proxy in front of it, which ends TLS. */
  FRONT?: string;
}

/** A line of the access log: what the client got, and what each server responded that was tried. */
export const accessLog = (folder: string): string => path.join(folder, 'access.log');

/**
 * Starts nginx with the shipped template, filled in as its image does, and with the built shell. `folder` gets its files;
 * with `logs` also an access log, whose lines are JSON: of each attempt, or `as shipped`. Needs the program nginx.
 */
export function startNginx(
  folder: string,
  settings: ShellSettings,
  { logs = false }: { logs?: boolean | 'as shipped' } = {},
): ChildProcess {
  const values: Record<string, string> = { FRONT: '127.0.0.255/32', ...settings };
  const filled = readFileSync(path.join(root, 'deploy/nginx/shell.conf.template'), 'utf8')
    .replaceAll(/\$\{([A-Z_]+)\}/g, (_, key: string) => values[key] ?? '')
    .replace('/usr/share/nginx/html', path.join(root, 'apps/shell/dist'))
    .replace(
      /^ *access_log \/var\S* (.*)$/m,
      logs === 'as shipped' ? `access_log ${accessLog(folder)} $1` : '',
    );
  mkdirSync(folder, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  const ofTries = logs
    ? `log_format tries escape=json '{"status":$status,"tries":"$upstream_status","method":"$request_method","uri":"$uri"}';
    access_log ${accessLog(folder)} tries;`
    : 'access_log off;';
  const log = logs === 'as shipped' ? '' : ofTries;
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${logs ? `${folder}/error.log` : 'stderr'} warn; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http { include /etc/nginx/mime.types; ${log} ${temporary}\n${filled}\n}`,
  );
  return spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
}
