import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../../start/settings.mjs';

const folder = path.join(root, 'deploy/kubernetes');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Labels = Record<string, string>;

interface Probe {
  httpGet: { path: string; port: string };
}

interface Container {
  name: string;
  image: string;
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  env?: { name: string; value?: string }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string; optional?: boolean } }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  securityContext?: {
    allowPrivilegeEscalation: boolean;
    readOnlyRootFilesystem: boolean;
    capabilities: { drop: string[] };
  };
  resources?: { limits?: Labels };
  volumeMounts?: { name: string; mountPath: string }[];
}

interface Pod {
  metadata: { labels: Labels };
  spec: {
    terminationGracePeriodSeconds?: number;
    automountServiceAccountToken: boolean;
    securityContext: { runAsNonRoot: boolean; runAsUser: number };
    initContainers?: Container[];
    containers: Container[];
    topologySpreadConstraints?: { labelSelector: { matchLabels: Labels } }[];
    volumes: { name: string; secret?: { secretName: string; items: { key: string; path: string }[] } }[];
  };
}

interface Peer {
  podSelector?: { matchLabels: Labels };
}

interface Manifest {
  file: string;
  kind: string;
  metadata: { name: string };
  data?: Labels;
  spec: {
    template?: Pod;
    selector?: Labels & { matchLabels?: Labels };
    podSelector?: { matchLabels: Labels };
    ports?: { name: string; port: number; targetPort: string }[];
    policyTypes?: string[];
    ingress?: { from: Peer[]; ports: { port: string | number }[] }[];
    egress?: { to: Peer[]; ports: { port: string | number }[] }[];
    scaleTargetRef?: { kind?: string; name: string };
    rules?: {
      http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] };
    }[];
  };
}

const files = readdirSync(folder).filter((file) => file !== 'kustomization.yaml');
const manifests = files.flatMap((file) =>
  parseAllDocuments(readFileSync(path.join(folder, file), 'utf8')).map((document) => ({
    spec: {},
    ...(document.toJS() as Omit<Manifest, 'file' | 'spec'> & Partial<Pick<Manifest, 'spec'>>),
    file,
  })),
);
const kustomization = parse(read('deploy/kubernetes/kustomization.yaml')) as {
  resources: string[];
  images: { name: string; newTag: string }[];
};
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const pods = manifests.flatMap(({ file, metadata, spec }) =>
  spec.template ? [{ file, name: metadata.name, ...spec.template }] : [],
);
const containers = pods.flatMap((pod) =>
  [...(pod.spec.initContainers ?? []), ...pod.spec.containers].map((container) => ({ pod, ...container })),
);
const selected = (labels: Labels | undefined) =>
  pods.filter((pod) =>
    Object.entries(labels ?? { none: '' }).every(([key, value]) => pod.metadata.labels[key] === value),
  );
const portsOf = (pod: (typeof pods)[number]) => pod.spec.containers.flatMap(({ ports = [] }) => ports);
const settings = ofKind('ConfigMap')[0]?.data ?? {};

const dockerfile = read('Dockerfile');
/** The targets of the Dockerfile with what is set in each. */
const targets = new Map(
  dockerfile
    .split(/^FROM /m)
    .slice(1)
    .flatMap((stage) => {
      const [, name] = /^\S+ AS (\w+)/.exec(stage) ?? [];
      return name === undefined ? [] : [[name, stage] as const];
    }),
);
/** The target that builds an image, e.g. `remote` for `tessera/mf-tasks`. */
const targetOf = (image: string) => {
  const name = image.replace('tessera/', '');
  return targets.get(name) ?? (/^mf-/.test(name) ? targets.get('remote') : undefined);
};

it('lists every file', () => {
  expect([...kustomization.resources].sort()).toEqual([...files].sort());
});

it('names a version of each image, of a target of the Dockerfile, and of no other', () => {
  const used = [...new Set(containers.map(({ image }) => image))].sort();
  expect(kustomization.images.map(({ name }) => name).sort()).toEqual(used);
  expect(used.filter((image) => targetOf(image) === undefined)).toEqual([]);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(kustomization.images.filter(({ newTag }) => newTag !== version)).toEqual([]);
});

it('exposes the ports at which the images listen', () => {
  for (const { image, ports = [] } of containers)
    for (const { containerPort } of ports)
      expect(`${image} ${/(?:EXPOSE|PORT=)\s*(\d+)/.exec(targetOf(image) ?? '')?.[1]}`).toBe(
        `${image} ${containerPort}`,
      );
});

it('probes paths that exist, at a port of the same container', () => {
  const served: Record<string, string> = {
    'tessera/bff': read('apps/bff/src/platform/health/health.controller.ts'),
    'tessera/shell': read('deploy/nginx/shell.conf.template'),
  };
  const probes = containers.flatMap(({ image, ports = [], startupProbe, readinessProbe, livenessProbe }) =>
    [startupProbe, readinessProbe, livenessProbe].flatMap((probe) =>
      probe ? [{ image, ports, probe }] : [],
    ),
  );
  expect(probes.length).toBeGreaterThan(4);
  for (const { image, ports, probe } of probes) {
    expect(ports.map(({ name }) => name)).toContain(probe.httpGet.port);
    expect(served[image]).toContain(probe.httpGet.path.slice(1));
  }
});

it('selects pods that exist', () => {
  const selectors = manifests.flatMap(({ kind, metadata, spec }) => {
    const { selector, podSelector, ingress = [], egress = [] } = spec;
    const peers = Array.isArray(ingress) ? [...ingress, ...egress] : [];
    return [
      ...(kind === 'Service' ? [selector] : [selector?.matchLabels]),
      podSelector?.matchLabels,
      ...peers.flatMap((rule) =>
        ('from' in rule ? rule.from : rule.to).map((peer) => peer.podSelector?.matchLabels),
      ),
      ...(spec.template?.spec.topologySpreadConstraints ?? []).map(
        ({ labelSelector }) => labelSelector.matchLabels,
      ),
    ].flatMap((labels) => (labels ? [{ of: `${kind} ${metadata.name}`, labels }] : []));
  });
  expect(selectors.filter(({ labels }) => selected(labels).length === 0)).toEqual([]);
  const scaled = manifests.flatMap(({ spec }) => spec.scaleTargetRef?.name ?? []);
  const deployed = ofKind('Deployment').map(({ metadata }) => metadata.name);
  expect(scaled.filter((name) => !deployed.includes(name))).toEqual([]);
});

it('leads services, the ingress and the rules of the network to ports by their names', () => {
  const services = ofKind('Service');
  for (const { spec } of services)
    for (const pod of selected(spec.selector))
      for (const { targetPort } of spec.ports ?? [])
        expect(portsOf(pod).map(({ name }) => name)).toContain(targetPort);
  for (const { spec } of ofKind('Ingress'))
    for (const rule of spec.rules ?? [])
      for (const { backend } of rule.http.paths) {
        const service = services.find(({ metadata }) => metadata.name === backend.service.name);
        expect(service?.spec.ports?.map(({ name }) => name)).toContain(backend.service.port.name);
      }
  for (const { spec } of ofKind('NetworkPolicy')) {
    const inward = (spec.ingress ?? []).map(({ ports }) => ({
      to: selected(spec.podSelector?.matchLabels),
      ports,
    }));
    const outward = (spec.egress ?? []).map(({ to, ports }) => ({
      to: to.flatMap(({ podSelector }) => (podSelector ? selected(podSelector.matchLabels) : [])),
      ports,
    }));
    for (const { to, ports } of [...inward, ...outward])
      for (const { port } of ports)
        if (typeof port === 'string')
          for (const pod of to) expect(portsOf(pod).map(({ name }) => name)).toContain(port);
  }
});

it('restricts who reaches servers, shell and workers, and whom workers reach', () => {
  const policies = new Map(
    ofKind('NetworkPolicy').map(({ metadata, spec }) => [metadata.name, spec.policyTypes]),
  );
  expect(Object.fromEntries(policies)).toEqual({
    bff: ['Ingress'],
    shell: ['Ingress'],
    worker: ['Ingress', 'Egress'],
  });
});

it('mounts secrets that secrets.sh makes, where the settings look for them', () => {
  const script = read('deploy/secrets.sh');
  for (const { spec } of pods) {
    const mounted = spec.volumes.flatMap(({ name, secret }) => {
      const from = spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
      const at = from.find((mount) => mount.name === name)?.mountPath;
      return (secret?.items ?? []).map(({ key, path: file }) => ({ key, file: `${at}/${file}` }));
    });
    expect(mounted.filter(({ key }) => !new RegExp(`\\b${key}\\b`).test(script))).toEqual([]);
    const wanted = spec.containers.flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ name, value = '' }) => [name, value] as const),
      ...(envFrom.some(({ configMapRef }) => configMapRef) ? Object.entries(settings) : []),
    ]);
    const paths = wanted.filter(([name]) => name.endsWith('_FILE')).map(([, value]) => value);
    expect(paths.sort()).toEqual(mounted.map(({ file }) => file).sort());
  }
});

it('mounts volumes that the pod has', () => {
  for (const { pod, volumeMounts = [] } of containers)
    expect(pod.spec.volumes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(volumeMounts.map(({ name }) => name)),
    );
});

it('sets only what the programs know', () => {
  const documented = new Set(
    [...read('docs/operate/settings.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name),
  );
  // nginx fills them into its configuration.
  const template = read('deploy/nginx/shell.conf.template');
  const names = [
    ...Object.keys(settings),
    ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ];
  const unknown = names.filter(
    (name) => !documented.has(name.replace(/_FILE$/, '')) && !template.includes(`\${${name}}`),
  );
  expect(unknown).toEqual([]);
});

it('gives no container a right that it does not need', () => {
  for (const { name, securityContext, resources } of containers) {
    expect([name, securityContext]).toEqual([
      name,
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    ]);
    expect([name, Object.keys(resources?.limits ?? {}).sort()]).toEqual([name, ['cpu', 'memory']]);
  }
  for (const { spec } of pods) {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext.runAsNonRoot).toBe(true);
  }
});

it('gives a server the time of its drain and its shutdown', () => {
  const [server] = selected({ app: 'bff' });
  const seconds = server?.spec.terminationGracePeriodSeconds ?? 0;
  expect(seconds * 1000).toBeGreaterThan(Number(settings.DRAIN_MS) + 15_000);
});

it('announces every module that is copied', () => {
  const [server] = selected({ app: 'bff' });
  const copied = (server?.spec.initContainers ?? []).map(({ name }) => `/bundled/${name}/module.json`);
  expect(settings.MODULES?.split(',').sort()).toEqual(copied.sort());
});
