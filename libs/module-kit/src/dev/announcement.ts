import { readFileSync } from 'node:fs';
import path from 'node:path';
import { manifestFile, type ReleaseManifest } from '../release.ts';

/** A console's answer to `GET /api/modules`, as far as it is changed here. */
export interface Announcement {
  serial: number;
  overrides: boolean;
  publishers: unknown[];
  modules: { name: string }[];
  disabled: { name: string }[];
  incompatible: { name: string }[];
}

/** The announcement of a console that has no module yet. */
export const emptyAnnouncement = (): Announcement => ({
  serial: Date.now(),
  overrides: true,
  publishers: [],
  modules: [],
  disabled: [],
  incompatible: [],
});

/** Announces the module of a folder as one of the browser's own computer, in place of its release. */
export function announceLocally(announcement: Announcement, dir: string, origin: string): Announcement {
  const {
    name,
    title,
    owner,
    routes,
    nav,
    slots = [],
  } = JSON.parse(readFileSync(path.join(dir, manifestFile), 'utf8')) as ReleaseManifest;
  const local = {
    name,
    title,
    owner,
    version: 'local',
    channel: 'local',
    base_url: `${origin}/`,
    integrity: null,
    signature: null,
    key: null,
    routes,
    nav,
    slots,
  };
  const isOther = (module: { name: string }) => module.name !== name;
  return {
    ...announcement,
    overrides: true,
    modules: [...announcement.modules.filter(isOther), local],
    disabled: announcement.disabled.filter(isOther),
    incompatible: announcement.incompatible.filter(isOther),
  };
}
