import type { Action, Duty, Permission, Reach } from '.';

/** The version of what the shell provides to modules; a module states the range that it needs. */
export const shellContract = '1.4.0';

/** The layout of module.json that this code reads and writes. */
export const releaseFormat = 1;

/** A page of a module and the permission that its visitor needs. */
export interface ReleaseRoute {
  /** Absolute pattern, e.g. `/sites/:siteId/events`. */
  path: string;
  /** Null: any signed-in user. */
  action: Action | null;
  /** Null exactly where `action` is null. */
  reach: Reach | null;
  /** A duty that opens it too, without the permission. Since shell contract 1.4. */
  duty?: Duty;
}

/** A shape of an icon's drawing: the name of an SVG element and its attributes. */
export type IconShape = [tag: string, attributes: Record<string, string>];

/** An entry of the side menu. */
export interface ReleaseNav {
  label: string;
  path: string;
  /** The name of the icon, e.g. `ticket`. */
  icon: string;
  /** Order in the menu, ascending; of an entry with `parent`, among those below the same one. */
  order: number;
  /**
   * The path of the entry that this one is indented below, of the same or another module. An entry whose parent isn't in the
   * menu is on the first level. Users who may not open its page don't see it. Since shell contract 1.1.
   */
  parent?: string;
  /** The icon as shapes in a 24 × 24 box, drawn with strokes; left out: the shell knows the icon by its name. */
  drawing?: IconShape[];
}

/**
 * The places of the console that modules fill, beside pages of their own. What each holds is typed in @tessera/federation
 * (`SlotContents`); an entry of the palette is a link and holds nothing.
 */
export const slotPlaces = [
  'task.tab',
  'job.tab',
  'login.tab',
  'ticket.tab',
  'job.card',
  'dashboard.card',
  'room.card',
  'tasks.column',
  'jobs.column',
  'purchased.column',
  'launch.check',
  'palette.entry',
] as const;
export type SlotPlace = (typeof slotPlaces)[number];

/** A place that a module fills. Since shell contract 1.2. */
export interface ReleaseSlot {
  /** Unique within the module, e.g. `risk`; what `slots` of its entry exports by this name fills the place. */
  id: string;
  place: SlotPlace;
  /** Above the content: of the tab, column, card, check or entry. */
  title: string;
  /** The permission without which a user doesn't get it; null: any signed-in user. */
  action: Action | null;
  /** Null exactly where `action` is null. */
  reach: Reach | null;
  /** Where an entry of the palette leads: a route of the module without parameters. Only there. */
  path?: string;
}

/** A permission; both parts null: any signed-in user. */
export type ReleaseAccess = Pick<ReleaseRoute, 'action' | 'reach'>;

/** What rows of modules may refer to. */
export const entityReferences = ['task', 'job', 'login', 'ticket'] as const;
export type EntityReference = (typeof entityReferences)[number];

/** A kind of rows that the module keeps on the server, in each realm its own. */
export interface ReleaseEntity {
  /** Unique within the module, e.g. `note`. */
  name: string;
  /** The permission that reading its rows needs. */
  read: ReleaseAccess;
  /** The permission that changing its rows needs. */
  write: ReleaseAccess;
  /** What each of its rows may refer to, and is deleted with; null: nothing. */
  of: EntityReference | null;
  /** The top-level fields of its rows that lists filter by: `index1` is the first one's value, `index2` the second one's. */
  indexes: string[];
}

/**
 * The content of a release's module.json: what the release is, what it needs, and the fingerprint of each of its files.
 * It is signed as text (`signedText`), so its bytes never change.
 */
export interface ReleaseManifest {
  format: typeof releaseFormat;
  /** e.g. `mf-tickets`. */
  name: string;
  /** The display name, e.g. `Tickets`. */
  title: string;
  /** The team that answers for the module. */
  owner: string;
  /** A semantic version; a version is published once. */
  version: string;
  /** The range of `shellContract` that it needs, e.g. `^1.0.0`. */
  shell: string;
  /** The ranges of the shared packages that it was built against, by package, e.g. `{ "@tessera/ui": "^2.0.0" }`. */
  packages: Record<string, string>;
  /** The names that it imports from each shared entry, e.g. `{ "@tessera/ui/forms": ["FormDialog"] }`. */
  uses: Record<string, string[]>;
  /** The permissions that its routes, slots and entities name. */
  permissions: Permission[];
  routes: ReleaseRoute[];
  nav: ReleaseNav[];
  /** The places that it fills; left out: none. */
  slots?: ReleaseSlot[];
  /** The kinds of rows that it keeps; left out: none. */
  entities?: ReleaseEntity[];
  /** The scripts that its first page needs, in order; fetched together. */
  first: string[];
  /** Relative path → `sha256-` and base64 of every file but module.json and its signature. */
  files: Record<string, string>;
}

/** The content of module.sig.json, beside module.json. */
export interface ReleaseSignature {
  /** The id of the key, see `keyIdOf` where keys are made. */
  key: string;
  /** Base64 of the Ed25519 signature of `signedText(module.json)`. */
  signature: string;
}

/** What the shell's build provides, as in its shell-contract.json. */
export interface ShellContract {
  /** `shellContract` of the build. */
  version: string;
  /** Version of each shared package, by package. */
  packages: Record<string, string>;
  /** The names that each shared entry exports; null where they can't be listed (CommonJS packages). */
  exports: Record<string, string[] | null>;
}

/** The name of the file that describes a release. */
export const manifestFile = 'module.json';
/** The name of the file that holds its signature. */
export const signatureFile = 'module.sig.json';
/** The name of the federation manifest, which is among `files`. */
export const entryFile = 'mf-manifest.json';

/** The text that a publisher's key signs. The prefix keeps a signature from being valid for anything else. */
export const signedText = (manifestText: string): string =>
  `tessera-module/${releaseFormat}\n${manifestText}`;

/** Limits of a release; one that exceeds them is rejected. */
export const releaseLimits = {
  manifestBytes: 512 * 1024,
  fileBytes: 5 * 1024 * 1024,
  totalBytes: 40 * 1024 * 1024,
  files: 2_000,
  routes: 100,
  navEntries: 20,
  slots: 20,
  entities: 10,
  entityIndexes: 2,
} as const;
