import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../../start/settings.mjs';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Build {
  target: string;
  args: Record<string, string>;
}

it('says in each image what it is, of which version and commit, and what is in it', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { build?: Build }>;
  };
  const builds = Object.values(services).flatMap(({ build }) => (build ? [build] : []));
  const stages = read('Dockerfile').split(/^FROM /m);
  for (const { target, args } of builds) {
    const stage = stages.find((one) => one.split('\n')[0]?.endsWith(` AS ${target}`)) ?? '';
    expect(args.VERSION).toBe('${TESSERA_VERSION:?}');
    expect(stage).toMatch(/^ARG VERSION\nARG REVISION$/m);
    for (const label of ['title="Tessera ', 'version="$VERSION"', 'revision="$REVISION"'])
      expect(stage).toContain(`org.opencontainers.image.${label}`);
    expect(stage).toMatch(/^COPY --from=[\w-]+ \/contents \/usr\/share\/doc\/tessera$/m);
  }
  expect(builds.length).toBeGreaterThan(6);
});

describe('the contents of an image', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'tessera-image-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };

  it('are the packages that are left, also those that developers use too, and the same each time', () => {
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(path.join(root, file), `${folder}/${file}`);
    // `ajv` is of Fastify and of this workspace's tests.
    for (const name of ['fastify', 'ajv']) write(`node_modules/${name}/package.json`, '{}');
    write('node_modules/fastify/LICENSE', 'The terms of Fastify');
    const contents = () => {
      execFileSync(process.execPath, [path.join(root, 'tools/release/image-contents.ts'), 'contents'], {
        cwd: folder,
      });
      return ['sbom.cdx.json', 'licenses.md'].map((file) =>
        readFileSync(path.join(folder, 'contents', file), 'utf8'),
      );
    };
    const [document = '', licenses] = contents();
    const { components, metadata } = JSON.parse(document) as {
      components: { name: string }[];
      metadata: { component: { name: string } };
    };
    expect(metadata.component.name).toBe('tessera');
    expect(components.map(({ name }) => name).sort()).toEqual(['ajv', 'fastify']);
    expect(licenses).toMatch(/^## MIT\n\n- ajv [\d.]+\n- fastify [\d.]+\n/m);
    expect(licenses).toContain('The terms of Fastify');
    expect(contents()).toEqual([document, licenses]);
  });
});
