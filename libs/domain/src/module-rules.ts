import type { Permission } from '.';
import { duties } from './duties.ts';
import {
  entryName,
  fieldName,
  fileSegment,
  fingerprint,
  iconName,
  importedName,
  limits,
  menuPath,
  moduleNamePattern,
  packageName,
  partName,
  range,
  routePath,
  shapeAttributes,
  shapeTags,
  version,
} from './module-patterns.ts';
import type { ReleaseManifest } from './module-release.ts';
import {
  entityReferences,
  entryFile,
  manifestFile,
  releaseFormat,
  signatureFile,
  slotPlaces,
} from './module-release.ts';

export { moduleNamePattern };

/** What is wrong with a release: a field of its module.json, e.g. `routes.0.path`, and a sentence that names it. */
export interface ReleaseProblem {
  field: string;
  message: string;
}

/** A module.json that was read: its content, or everything that is wrong with it. */
export type ReadManifest =
  { manifest: ReleaseManifest; problems?: undefined } | { manifest?: undefined; problems: ReleaseProblem[] };

type Entries = Record<string, unknown>;

/** Every permission that exists, and so every pair of action and reach that a route may have. */
const permissions: readonly Permission[] = ['read:own', 'read:all', 'write:own', 'write:all', 'admin:all'];

/** Reads the text of a module.json and checks every field of it; fields that aren't known are rejected too. */
export function readManifest(text: string): ReadManifest {
  const reject = (message: string) => ({ problems: [{ field: manifestFile, message }] });
  if (!text.isWellFormed()) return reject(`${manifestFile} must be text in UTF-8`);
  if (new TextEncoder().encode(text).length > limits.manifestBytes)
    return reject(`${manifestFile} must have at most ${limits.manifestBytes / 1024} KB`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return reject(`${manifestFile} must be JSON`);
  }
  const check = new ManifestCheck();
  check.manifest(content);
  const { problems } = check;
  return problems.length > 0 ? { problems } : { manifest: content as ReleaseManifest };
}

const isRecord = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Collects what is wrong with the content of a module.json. */
class ManifestCheck {
  readonly problems: ReleaseProblem[] = [];

  manifest(content: unknown): void {
    const manifest = this.fields(
      content,
      '',
      [
        ...['format', 'name', 'title', 'owner', 'version', 'shell', 'packages', 'uses', 'permissions'],
        ...['routes', 'nav', 'first', 'files'],
      ],
      ['slots', 'entities'],
    );
    if (!manifest) return;
    if (manifest.format !== releaseFormat) this.add('format', `format must be ${releaseFormat}`);
    this.text(manifest.name, 'name', moduleNamePattern, 'a lower-case name such as mf-tickets');
    this.line(manifest.title, 'title');
    this.line(manifest.owner, 'owner');
    this.text(
      manifest.version,
      'version',
      version,
      'a semantic version such as 1.4.0 without build metadata',
    );
    this.range(manifest.shell, 'shell');
    this.packages(manifest.packages);
    this.uses(manifest.uses);
    this.routes(manifest.routes);
    if (manifest.slots !== undefined) this.slots(manifest.slots, manifest.routes);
    if (manifest.entities !== undefined) this.entities(manifest.entities);
    this.permissions(manifest.permissions, [
      ...recordsOf(manifest.routes),
      ...recordsOf(manifest.slots),
      ...recordsOf(manifest.entities).flatMap(({ read, write }) => recordsOf([read, write])),
    ]);
    this.nav(manifest.nav, manifest.routes);
    this.files(manifest.files);
    this.first(manifest.first, manifest.files);
  }

  private add(field: string, message: string): void {
    this.problems.push({ field: field || manifestFile, message });
  }

  /** The object, unless it is none; names fields that are missing or unknown. */
  private fields(
    value: unknown,
    at: string,
    required: readonly string[],
    optional: readonly string[] = [],
  ): Entries | null {
    if (!isRecord(value)) {
      this.add(at, `${at || manifestFile} must be an object`);
      return null;
    }
    const prefix = at ? `${at}.` : '';
    for (const name of required)
      if (!Object.hasOwn(value, name)) this.add(prefix + name, `${prefix}${name} is missing`);
    for (const name of Object.keys(value))
      if (!required.includes(name) && !optional.includes(name))
        this.add(prefix + name, `${prefix}${name} is not a field of ${manifestFile}`);
    return required.every((name) => Object.hasOwn(value, name)) ? value : null;
  }

  private text(
    value: unknown,
    at: string,
    pattern: RegExp,
    what: string,
    max: number = limits.text,
  ): boolean {
    const isRight = typeof value === 'string' && value.length <= max && pattern.test(value);
    if (!isRight) this.add(at, `${at} must be ${what}, of at most ${max} characters`);
    return isRight;
  }

  /** One line of text for people. */
  private line(value: unknown, at: string): void {
    this.text(value, at, /^(?!\s)[^\p{Cc}\u2028\u2029]+(?<!\s)$/u, 'one line of text');
  }

  private range(value: unknown, at: string): void {
    this.text(value, at, range, 'a range of versions such as ^1.0.0');
  }

  /** The list, unless it is none or too long. */
  private list(value: unknown, at: string, max: number): unknown[] | null {
    if (!Array.isArray(value)) this.add(at, `${at} must be a list`);
    else if (value.length > max) this.add(at, `${at} must have at most ${max} entries`);
    else return value as unknown[];
    return null;
  }

  /** The entries of an object whose keys are data, unless it is none or has too many. */
  private record(value: unknown, at: string, max: number): [string, unknown][] {
    if (!isRecord(value)) this.add(at, `${at} must be an object`);
    else if (Object.keys(value).length > max) this.add(at, `${at} must have at most ${max} entries`);
    else return Object.entries(value);
    return [];
  }

  private packages(value: unknown): void {
    for (const [name, wanted] of this.record(value, 'packages', limits.packages)) {
      const at = `packages.${name}`;
      if (this.text(name, at, packageName, 'the name of a package', limits.path)) this.range(wanted, at);
    }
  }

  private uses(value: unknown): void {
    for (const [entry, names] of this.record(value, 'uses', limits.entries)) {
      const at = `uses.${entry}`;
      if (!this.text(entry, at, entryName, 'the entry of a package', limits.path)) continue;
      const listed = this.list(names, at, limits.names) ?? [];
      listed.forEach((name, i) => this.text(name, `${at}.${i}`, importedName, 'an imported name'));
      this.distinct(listed, at);
    }
  }

  private distinct(values: readonly unknown[], at: string): void {
    if (new Set(values).size < values.length) this.add(at, `${at} must not repeat an entry`);
  }

  private routes(value: unknown): void {
    const routes = this.list(value, 'routes', limits.routes) ?? [];
    if (Array.isArray(value) && value.length === 0) this.add('routes', 'routes must have at least one entry');
    const patterns = new Set<string>();
    routes.forEach((entry, i) => {
      const at = `routes.${i}`;
      const route = this.fields(entry, at, ['path', 'action', 'reach'], ['duty']);
      if (!route) return;
      const what = 'an absolute path such as /sites/:siteId/events';
      if (this.text(route.path, `${at}.path`, routePath, what, limits.path)) {
        const pattern = String(route.path).replaceAll(/:[^/]+/g, ':');
        if (patterns.has(pattern))
          this.add(`${at}.path`, `${at}.path repeats the route ${String(route.path)}`);
        patterns.add(pattern);
      }
      this.access(route, at);
      if (route.duty !== undefined && (route.action === null || !duties.some((one) => one === route.duty)))
        this.add(`${at}.duty`, `${at}.duty must be one of ${duties.join(', ')}, beside a permission`);
    });
  }

  private access(entry: Entries, at: string): void {
    const isOpen = entry.action === null && entry.reach === null;
    if (!isOpen && !isPermission(permissionOf(entry)))
      this.add(`${at}.action`, `${at} needs the permission ${permissionOf(entry)}, which doesn't exist`);
  }

  /** A path that a menu entry or an entry of the palette leads to: a route of the module without parameters. */
  private target(path: unknown, paths: ReadonlySet<unknown>, at: string): void {
    if (!paths.has(path) || String(path).includes(':'))
      this.add(at, `${at} leads to ${shown(path)}, which is no route without parameters`);
  }

  private slots(value: unknown, routes: unknown): void {
    const paths = new Set(recordsOf(routes).map(({ path }) => path));
    const slots = this.list(value, 'slots', limits.slots) ?? [];
    slots.forEach((entry, i) => {
      const at = `slots.${i}`;
      const slot = this.fields(entry, at, ['id', 'place', 'title', 'action', 'reach'], ['path']);
      if (!slot) return;
      this.text(slot.id, `${at}.id`, partName, 'a lower-case name such as risk');
      if (!slotPlaces.some((known) => known === slot.place))
        this.add(
          `${at}.place`,
          `${at}.place is ${shown(slot.place)}, but must be one of ${slotPlaces.join(', ')}`,
        );
      this.line(slot.title, `${at}.title`);
      this.access(slot, at);
      if (slot.place !== 'palette.entry') {
        if (slot.path !== undefined) this.add(`${at}.path`, `${at}.path is only for a palette.entry`);
      } else this.target(slot.path, paths, `${at}.path`);
    });
    this.distinct(
      recordsOf(value).map(({ id }) => id),
      'slots',
    );
  }

  private entities(value: unknown): void {
    (this.list(value, 'entities', limits.entities) ?? []).forEach((entry, i) => {
      const at = `entities.${i}`;
      const entity = this.fields(entry, at, ['name', 'read', 'write', 'of', 'indexes']);
      if (!entity) return;
      this.text(entity.name, `${at}.name`, partName, 'a lower-case name such as note');
      for (const use of ['read', 'write']) {
        const access = this.fields(entity[use], `${at}.${use}`, ['action', 'reach']);
        if (access) this.access(access, `${at}.${use}`);
      }
      if (entity.of !== null && !entityReferences.some((known) => known === entity.of))
        this.add(
          `${at}.of`,
          `${at}.of is ${shown(entity.of)}, but must be null or one of ${entityReferences.join(', ')}`,
        );
      const indexes = this.list(entity.indexes, `${at}.indexes`, limits.entityIndexes) ?? [];
      indexes.forEach((field, n) =>
        this.text(field, `${at}.indexes.${n}`, fieldName, 'the name of a field such as status'),
      );
      this.distinct(indexes, `${at}.indexes`);
    });
    this.distinct(
      recordsOf(value).map(({ name }) => name),
      'entities',
    );
  }

  /** The list must hold exactly the permissions that the routes, slots and entities need. */
  private permissions(value: unknown, users: readonly Entries[]): void {
    const named = this.list(value, 'permissions', permissions.length);
    if (!named) return;
    this.distinct(named, 'permissions');
    named.forEach((permission, i) => {
      if (!isPermission(permission))
        this.add(`permissions.${i}`, `permissions names ${shown(permission)}, which doesn't exist`);
    });
    const needed = new Set(users.map(permissionOf).filter(isPermission));
    for (const permission of needed)
      if (!named.includes(permission))
        this.add('permissions', `permissions must name ${permission}, which a route, slot or entity needs`);
    for (const permission of named.filter(isPermission))
      if (!needed.has(permission))
        this.add('permissions', `permissions names ${permission}, which no route, slot or entity needs`);
  }

  private nav(value: unknown, routes: unknown): void {
    const paths = new Set(recordsOf(routes).map(({ path }) => path));
    (this.list(value, 'nav', limits.navEntries) ?? []).forEach((entry, i) => {
      const at = `nav.${i}`;
      const nav = this.fields(entry, at, ['label', 'path', 'icon', 'order'], ['drawing', 'parent']);
      if (!nav) return;
      this.line(nav.label, `${at}.label`);
      this.text(nav.icon, `${at}.icon`, iconName, 'the name of an icon such as ticket');
      this.target(nav.path, paths, `${at}.path`);
      const { order } = nav;
      if (!Number.isInteger(order) || Number(order) < 0 || Number(order) > limits.order)
        this.add(`${at}.order`, `${at}.order must be a whole number from 0 to ${limits.order}`);
      if (nav.drawing !== undefined) this.drawing(nav.drawing, `${at}.drawing`);
      if (nav.parent !== undefined) this.parent(nav, value, `${at}.parent`);
    });
  }

  /** The menu has two levels: the parent may be another module's entry, but no entry that has a parent. */
  private parent({ path, parent }: Entries, nav: unknown, at: string): void {
    const isPath = this.text(parent, at, menuPath, 'the path of a menu entry such as /jobs', limits.path);
    if (isPath && parent === path) this.add(at, `${at} must be another entry's path`);
    else if (recordsOf(nav).some((other) => other.path === parent && other.parent !== undefined))
      this.add(at, `${at} is ${shown(parent)}, which is below another entry itself`);
  }

  private drawing(value: unknown, at: string): void {
    (this.list(value, at, limits.shapes) ?? []).forEach((shape, i) => {
      const [tag, attributes] = Array.isArray(shape) && shape.length === 2 ? (shape as unknown[]) : [];
      if (typeof tag !== 'string' || !isRecord(attributes)) {
        this.add(`${at}.${i}`, `${at}.${i} must be a list of a shape and its attributes`);
        return;
      }
      if (!shapeTags.includes(tag))
        this.add(`${at}.${i}`, `${at}.${i} is ${shown(tag)}, but must be one of ${shapeTags.join(', ')}`);
      for (const [name, text] of Object.entries(attributes)) {
        const pattern = shapeAttributes.get(name);
        const isHarmless =
          typeof text === 'string' && text.length <= limits.shapeText && pattern?.test(text) === true;
        if (!isHarmless)
          this.add(`${at}.${i}.${name}`, `${at}.${i} must not have ${shown(name)} as ${shown(text)}`);
      }
    });
  }

  private files(value: unknown): void {
    const files = this.record(value, 'files', limits.files);
    if (isRecord(value) && !Object.hasOwn(value, entryFile))
      this.add(`files.${entryFile}`, `files must list ${entryFile}`);
    const taken = new Map<string, string>();
    for (const [file, hash] of files) {
      const at = `files.${file}`;
      if (!isRelativePath(file)) {
        this.add(at, `files names ${shown(file)}, which is no plain path within the release`);
        continue;
      }
      if ([manifestFile, signatureFile].includes(file.toLowerCase()))
        this.add(at, `files must not list ${file}, which is published with the release itself`);
      if (typeof hash !== 'string' || !fingerprint.test(hash))
        this.add(at, `files must give ${shown(file)} the fingerprint sha256-…, as base64 of 32 bytes`);
      const known = taken.get(file.toLowerCase());
      if (known !== undefined)
        this.add(at, `files lists ${shown(file)} and ${shown(known)}, which differ only by case`);
      taken.set(file.toLowerCase(), file);
    }
    for (const [lowerCase, file] of taken) {
      const folder = parentsOf(lowerCase).find((parent) => taken.has(parent));
      if (folder !== undefined)
        this.add(`files.${file}`, `files lists ${shown(file)} within ${shown(folder)}, which is a file`);
    }
  }

  private first(value: unknown, files: unknown): void {
    const scripts = this.list(value, 'first', limits.files) ?? [];
    this.distinct(scripts, 'first');
    scripts.forEach((script, i) => {
      const isListed = typeof script === 'string' && isRecord(files) && Object.hasOwn(files, script);
      if (!isListed || !script.endsWith('.js'))
        this.add(`first.${i}`, `first names ${shown(script)}, which is no script among files`);
    });
  }
}

const permissionOf = ({ action, reach }: Entries): string => `${String(action)}:${String(reach)}`;

const isPermission = (value: unknown): value is Permission => permissions.some((known) => known === value);

const recordsOf = (value: unknown): Entries[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** A path of plain segments, which means the same file everywhere and never one outside its folder. */
const isRelativePath = (file: string): boolean =>
  file.length <= limits.path &&
  file.split('/').every((segment) => fileSegment.test(segment) && segment !== '__proto__');

/** The folders above a file, e.g. `a` and `a/b` for `a/b/c.js`. */
const parentsOf = (file: string): string[] => {
  const segments = file.split('/');
  return segments.slice(1).map((_, i) => segments.slice(0, i + 1).join('/'));
};

/** A value as a message shows it: short, and without characters that would break the line. */
const shown = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.slice(0, 100).replaceAll(/\p{Cc}/gu, ' ') || 'nothing';
};
