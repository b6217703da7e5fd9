import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { startApp, type TestApp } from '../../../test/app';
import { Metrics } from '../../platform/health/metrics';

const root = path.resolve(__dirname, '../../../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Rule = { alert: string; expr: string; annotations: { runbook: string } };
type Panel = { title: string; targets: { expr: string }[] };

const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboards = readdirSync(path.join(root, 'deploy/grafana/dashboards')).map((file) => ({
  file,
  panels: (JSON.parse(read(`deploy/grafana/dashboards/${file}`)) as { panels: Panel[] }).panels,
}));
const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboards.flatMap(({ file, panels }) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }): [string, string] => [
        `${file}: ${title}`,
        expr.replaceAll('$__rate_interval', '1m'),
      ]),
    ),
  ),
];

/** Metrics and labels that Prometheus itself adds. */
const ownMetrics = ['up', 'ALERTS'];
const ownLabels = ['instance', 'job', 'le', 'alertname', 'alertstate'];

/** The metrics and labels that an expression names, and whether it can be parsed. */
function namesOf(expression: string): { metrics: string[]; labels: string[]; isValid: boolean } {
  const found = { metrics: [] as string[], labels: [] as string[], isValid: true };
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to }) => {
      if (type.isError) found.isValid = false;
      if (name === 'Identifier') found.metrics.push(expression.slice(from, to));
      if (name === 'LabelName') found.labels.push(expression.slice(from, to));
    },
  });
  return found;
}

describe('the alert rules and dashboards', () => {
  let app: TestApp;
  const exported = new Map<string, readonly string[]>();
  beforeAll(async () => {
    app = await startApp();
    for (const metric of app.nest.get(Metrics).registry.getMetricsAsArray()) {
      const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: string[] };
      for (const suffix of ['', '_bucket', '_count', '_sum']) exported.set(name + suffix, labelNames);
    }
  });
  afterAll(() => app.close());

  it.each(expressions)('name only metrics and labels that a server exports: %s', (_, expression) => {
    const { metrics, labels, isValid } = namesOf(expression);
    expect(isValid).toBe(true);
    expect(metrics.filter((name) => !ownMetrics.includes(name) && !exported.has(name))).toEqual([]);
    const known = [...ownLabels, ...metrics.flatMap((name) => exported.get(name) ?? [])];
    expect(labels.filter((label) => !known.includes(label))).toEqual([]);
  });

  it('notices a metric that no server exports', () => {
    expect(exported.has(namesOf('rate(tessera_unknown_total[5m])').metrics[0] ?? '')).toBe(false);
  });

  it.each(rules)('$alert has a runbook of its own', ({ alert, annotations: { runbook } }) => {
    expect(existsSync(path.join(root, runbook))).toBe(true);
    expect(read(runbook).split('\n')[0]).toBe(`# ${alert}`);
  });

  it('have a test for each alert', () => {
    const { tests } = parse(read('deploy/prometheus/alerts.test.yml')) as { tests: { name: string }[] };
    expect(tests.map(({ name }) => name).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  it('have no runbook without an alert', () => {
    const files = readdirSync(path.join(root, 'docs/operate/runbooks')).map(
      (file) => `docs/operate/runbooks/${file}`,
    );
    expect(files.sort()).toEqual(rules.map(({ annotations }) => annotations.runbook).sort());
  });
});
