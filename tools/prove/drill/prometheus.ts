import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { freePort } from '../../start/ports.ts';
import { root } from '../../start/settings.mjs';
import { waitFor } from '../installation/wait-for.ts';

/** A rule of deploy/prometheus/alerts.yml. */
export interface Rule {
  alert: string;
  expr: string;
  for?: string;
}

interface RuleFile {
  groups: { name: string; rules: Rule[] }[];
}

/** A query of a panel of a dashboard. */
export interface PanelQuery {
  dashboard: string;
  panel: string;
  expr: string;
}

/** The window of rates, and how long a fault must last, in place of minutes. */
const WINDOW = '20s';
const FOR = '2s';
/** Thresholds that are durations and that nothing but time reaches. */
const SHORTER: Record<string, [string, string]> = { TesseraFiguresMissing: ['> 120', '> 30'] };

const readRules = (): RuleFile =>
  parse(readFileSync(path.join(root, 'deploy/prometheus/alerts.yml'), 'utf8')) as RuleFile;

/** The rules that ship. */
export const rules: readonly Rule[] = readRules().groups.flatMap((group) => group.rules);

/** The queries of all panels that ship. */
export function listPanelQueries(): PanelQuery[] {
  const folder = path.join(root, 'deploy/grafana/dashboards');
  return readdirSync(folder).flatMap((dashboard) => {
    const { panels } = JSON.parse(readFileSync(path.join(folder, dashboard), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    return panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({
        dashboard,
        panel: title,
        expr: expr.replaceAll('$__rate_interval', WINDOW),
      })),
    );
  });
}

/** The rules that ship, with short windows: the conditions are the same. */
function shortRules(): string {
  const file = readRules();
  for (const rule of file.groups.flatMap((group) => group.rules)) {
    const [from, to] = SHORTER[rule.alert] ?? ['', ''];
    rule.expr = rule.expr.replaceAll(/\[\d+[mh]\]/g, `[${WINDOW}]`).replace(from, to);
    if (rule.for) rule.for = FOR;
  }
  return stringify(file);
}

/** The name of a program that the drill needs and this machine doesn't have. */
export const findMissingProgram = (): string | undefined =>
  ['prometheus', 'promtool'].find((program) => spawnSync(program, ['--version']).error);

/** A running Prometheus that scrapes the servers each second. */
export class Prometheus {
  private readonly url: string;
  readonly stop: () => Promise<void>;

  private constructor(url: string, stop: () => Promise<void>) {
    this.url = url;
    this.stop = stop;
  }

  /** Starts the programs prometheus and promtool of the machine. */
  static async start(folder: string, targets: readonly string[]): Promise<Prometheus> {
    mkdirSync(folder, { recursive: true });
    const config = path.join(folder, 'prometheus.yml');
    writeFileSync(path.join(folder, 'alerts.yml'), shortRules());
    writeFileSync(
      config,
      stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: ['alerts.yml'],
        scrape_configs: [{ job_name: 'tessera', static_configs: [{ targets }] }],
      }),
    );
    const check = spawnSync('promtool', ['check', 'config', config], { encoding: 'utf8' });
    if (check.status !== 0) throw new Error(check.stderr || String(check.error));
    const port = await freePort();
    const log = openSync(path.join(folder, 'prometheus.log'), 'a');
    const child = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: ['ignore', log, log] },
    );
    closeSync(log);
    const ended = once(child, 'exit');
    const url = `http://127.0.0.1:${port}`;
    await waitFor('Prometheus is ready', async () => (await fetch(`${url}/-/ready`)).ok);
    return new Prometheus(url, async () => {
      child.kill('SIGTERM');
      await ended;
    });
  }

  /** The names of the alerts that fire now. */
  async firing(): Promise<Set<string>> {
    type Alert = { state: string; labels: { alertname: string } };
    const { alerts } = await this.get<{ alerts: Alert[] }>('/api/v1/alerts');
    return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
  }

  /** Whether an expression has any value now. */
  async hasData(expr: string): Promise<boolean> {
    type Result = { result: { value: [number, string] }[] };
    const { result } = await this.get<Result>(`/api/v1/query?query=${encodeURIComponent(expr)}`);
    return result.some(({ value: [, value] }) => value !== 'NaN');
  }

  private async get<T>(address: string): Promise<T> {
    const answer = await fetch(this.url + address);
    const { data, error } = (await answer.json()) as { data: T; error?: string };
    if (!answer.ok) throw new Error(error);
    return data;
  }
}
