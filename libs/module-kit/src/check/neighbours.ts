import type { ReleaseManifest, ReleaseNav, ReleaseRoute } from '../release.ts';
import { findForeignRoutes, firstSegmentOf, readManifest } from '../rules.ts';
import { fetchText } from './contract.ts';

/** A module of a console as anybody sees it. */
export interface Neighbour {
  name: string;
  /** Null: not known, because nobody can load it at present. */
  owner: string | null;
  /** The patterns of its pages. */
  paths: string[];
  /** The labels of its menu entries. */
  labels: string[];
}

interface Announcement {
  modules: { name: string; owner: string | null; routes: ReleaseRoute[]; nav: ReleaseNav[] }[];
  incompatible: Unavailable[];
  disabled: Unavailable[];
}

interface Unavailable {
  name: string;
  paths: string[];
}

/** Reads the public list of a console's modules, those that are disabled or that its shell can't run included. */
export async function readNeighbours(console: string): Promise<Neighbour[]> {
  const text = await fetchText(new URL('/api/modules', console));
  const { modules, incompatible, disabled } = JSON.parse(text) as Announcement;
  return [
    ...modules.map(({ name, owner, routes, nav }) => ({
      name,
      owner,
      paths: routes.map(({ path }) => path),
      labels: nav.map(({ label }) => label),
    })),
    ...[...incompatible, ...disabled].map(({ name, paths }) => ({ name, owner: null, paths, labels: [] })),
  ];
}

/** What a release has in common with the modules of a console. */
interface Comparison {
  /** What the console refuses, as sentences. */
  problems: string[];
  /** What the console accepts, but people may stumble over. */
  notes: string[];
  /** The names of the other modules. */
  others: string[];
}

/** Compares the paths, the name and the menu entries of a release with the modules of a console. */
export function compareWithNeighbours(text: string, neighbours: readonly Neighbour[]): Comparison {
  const { manifest } = readManifest(text);
  const isOwn = ({ name }: Neighbour) => name === manifest?.name;
  const others = neighbours.filter((neighbour) => !isOwn(neighbour));
  const own = neighbours.find(isOwn);
  return {
    problems: manifest ? findTakenRoutes(manifest, others, own) : [],
    notes: manifest ? [...describeName(manifest, own), ...findRepeatedLabels(manifest, others)] : [],
    others: others.map(({ name }) => name),
  };
}

function findTakenRoutes(
  manifest: ReleaseManifest,
  others: readonly Neighbour[],
  own: Neighbour | undefined,
): string[] {
  const owners = new Map(
    others.flatMap(({ name, paths }) => paths.map((path) => [firstSegmentOf(path), name] as const)),
  );
  return findForeignRoutes(manifest, owners, new Set(own?.paths)).map(({ message }) => `${message}.`);
}

const describeName = ({ name, owner }: ReleaseManifest, own: Neighbour | undefined): string[] =>
  own?.owner == null || own.owner === owner
    ? []
    : [`${name} is there already, from ${own.owner}. Only its publisher can publish under this name.`];

const findRepeatedLabels = ({ nav }: ReleaseManifest, others: readonly Neighbour[]): string[] =>
  nav.flatMap(({ label }) =>
    others
      .filter(({ labels }) => labels.includes(label))
      .map(({ name }) => `${name} has a menu entry ${label} too.`),
  );
