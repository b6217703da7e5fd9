import type { AnnouncementDto } from '@tessera/api';
import type { ModuleRelease } from '@tessera/federation';

/** The modules for this user, as answered by `GET /api/modules`. */
export type Announcement = Omit<AnnouncementDto, 'modules'> & { modules: ModuleRelease[] };

const listKey = 'modules';
const serialKey = 'modules_serial';

/** An announcement as it is kept in the browser. */
interface StoredAnnouncement {
  user: number;
  shell: string;
  announcement: Announcement;
}

/** Whether an answer has what every announcement has. */
export function isAnnouncement(answer: unknown): answer is Announcement {
  const { serial, publishers, modules } = (answer ?? {}) as Partial<Record<keyof Announcement, unknown>>;
  return typeof serial === 'number' && Array.isArray(publishers) && Array.isArray(modules);
}

/**
 * Keeps an announcement for the next page view of this user.
 *
 * @returns false for an announcement that is older than one that this browser has seen: it isn't kept
 */
export function storeAnnouncement(user: number, shell: string, announcement: Announcement): boolean {
  if (announcement.serial < highestSerial()) return false;
  write(serialKey, String(announcement.serial));
  write(listKey, JSON.stringify({ user, shell, announcement } satisfies StoredAnnouncement));
  return true;
}

/** The last announcement of this user for this version of the shell, unless a newer one has been seen. */
export function readAnnouncement(user: number, shell: string): Announcement | null {
  try {
    const stored = JSON.parse(localStorage.getItem(listKey) ?? 'null') as StoredAnnouncement | null;
    if (stored?.user !== user || stored.shell !== shell || !isAnnouncement(stored.announcement)) return null;
    return stored.announcement.serial < highestSerial() ? null : stored.announcement;
  } catch {
    return null;
  }
}

/** Removes the kept announcement. The highest serial stays: it protects the next user too. */
export function forgetAnnouncement(): void {
  try {
    localStorage.removeItem(listKey);
  } catch {
    // The browser's settings block storage: nothing is kept.
  }
}

function highestSerial(): number {
  try {
    return Number(localStorage.getItem(serialKey) ?? 0);
  } catch {
    return 0;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full or blocked: the next page view has to wait for the server.
  }
}
