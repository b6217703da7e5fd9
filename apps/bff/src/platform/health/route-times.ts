import type { MetricValueWithName } from 'prom-client';

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Labels = { method: string; route: string; status: number };
type Times = { labels: Labels; buckets: number[]; sum: number; count: number };

/**
 * The time that requests take, as a histogram of Prometheus'. It adds to numbers that it finds by the route's own
 * object: prom-client's histogram makes a text of the labels for each value, which costs as much as routing does.
 */
export class RouteTimes {
  readonly name = 'http_request_duration_seconds';
  private readonly help = 'Time to answer, by route and status';
  private readonly byRoute = new Map<object, Map<number, Times>>();

  /** Counts one answer. `key`: an object that stands for method and route, for as long as the process lives. */
  observe(key: object, labels: Labels, seconds: number): void {
    let byStatus = this.byRoute.get(key);
    if (!byStatus) this.byRoute.set(key, (byStatus = new Map<number, Times>()));
    let times = byStatus.get(labels.status);
    if (!times) {
      times = { labels, buckets: BOUNDS.map(() => 0), sum: 0, count: 0 };
      byStatus.set(labels.status, times);
    }
    times.sum += seconds;
    times.count += 1;
    const bound = BOUNDS.findIndex((each) => seconds <= each);
    if (bound >= 0) times.buckets[bound] = (times.buckets[bound] ?? 0) + 1;
  }

  /** The numbers as the registry writes them. */
  get() {
    const values = [...this.byRoute.values()].flatMap((byStatus) => [...byStatus.values()].flatMap(lines));
    return Promise.resolve({ name: this.name, help: this.help, type: 'histogram', values });
  }

  reset(): void {
    this.byRoute.clear();
  }
}

/** A histogram's lines: how many were at most as slow as each bound, the sum, and how many there were. */
function lines({ labels, buckets, sum, count }: Times): MetricValueWithName<string>[] {
  const line = (suffix: string, value: number, le?: number | '+Inf') => ({
    metricName: `http_request_duration_seconds_${suffix}`,
    labels: le === undefined ? labels : { le, ...labels },
    value,
  });
  let below = 0;
  return [
    ...buckets.map((n, index) => line('bucket', (below += n), BOUNDS[index])),
    line('bucket', count, '+Inf'),
    line('sum', sum),
    line('count', count),
  ];
}
