import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EVENTS, levelOfRow } from './catalogue.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS events (guid TEXT PRIMARY KEY, ko INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS orders (
    order_key TEXT PRIMARY KEY,
    basket TEXT NOT NULL UNIQUE,
    event_guid TEXT NOT NULL REFERENCES events (guid),
    account TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('held', 'paid', 'released')),
    currency TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    paid_at INTEGER,
    reference TEXT UNIQUE
  ) STRICT;
  CREATE INDEX IF NOT EXISTS orders_account ON orders (account, event_guid);
  CREATE TABLE IF NOT EXISTS seats (
    id INTEGER PRIMARY KEY,
    event_guid TEXT NOT NULL REFERENCES events (guid),
    area TEXT NOT NULL,
    row_name TEXT NOT NULL,
    number INTEGER NOT NULL,
    price_level TEXT NOT NULL,
    price REAL NOT NULL,
    quality INTEGER NOT NULL,
    release INTEGER NOT NULL,
    order_key TEXT REFERENCES orders (order_key),
    UNIQUE (event_guid, area, row_name, number)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS seats_order ON seats (order_key);
`;

const DAY_MS = 86_400_000;

/** Runs `work` in a transaction; its changes are on disk when this returns. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function insertEvents(db: DatabaseSync, now: number): void {
  const insertEvent = db.prepare('INSERT INTO events (guid, ko) VALUES (?, ?)');
  const insertSeat = db.prepare(
    `INSERT INTO seats (event_guid, area, row_name, number, price_level, price, quality, release)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  for (const definition of EVENTS) {
    insertEvent.run(
      definition.guid,
      (midnight + definition.daysAhead * DAY_MS + definition.hour * 3_600_000) / 1000,
    );
    const seats = definition.areas.flatMap((area, areaIndex) =>
      area.rows.flatMap((row, rowIndex) =>
        Array.from({ length: area.seatsPerRow }, (_, index) => {
          const offCentre = Math.abs(index - (area.seatsPerRow - 1) / 2);
          const level = levelOfRow(area, rowIndex);
          // The row counts more than the position within it; the area only breaks ties.
          const quality = Math.round(rowIndex * 100 + offCentre * 10 + areaIndex);
          return { area: area.name, row, number: index + 1, level, quality };
        }),
      ),
    );
    // Seats are numbered per price level, so that a sale of 30 seats has 10 of each level.
    for (const level of Map.groupBy(seats, (s) => s.level).values()) {
      level
        .toSorted((a, b) => a.quality - b.quality)
        .forEach((s, release) =>
          insertSeat.run(
            definition.guid,
            s.area,
            s.row,
            s.number,
            s.level,
            definition.prices[s.level],
            s.quality,
            release,
          ),
        );
    }
  }
}

/**
 * Opens the sandbox's database and inserts the events on the first start. Without `dataDir` it stays in memory.
 * `synchronous = FULL` keeps confirmed holds and payments after a SIGKILL or a power cut.
 */
export function openDatabase(dataDir: string | null, now: number): DatabaseSync {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(dataDir === null ? ':memory:' : join(dataDir, 'sandbox.sqlite'));
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000;',
  );
  transaction(db, () => {
    db.exec(SCHEMA);
    const hasEvents = db.prepare('SELECT 1 FROM events LIMIT 1').get();
    if (!hasEvents) insertEvents(db, now);
  });
  return db;
}

/** Returns a setting; saves the value of `createDefault` if there is none. */
export function loadSetting(db: DatabaseSync, key: string, createDefault: () => string): string {
  const found = db.prepare('SELECT value FROM settings WHERE key = ?').get(key);
  if (found) return String(found.value);
  const value = createDefault();
  saveSetting(db, key, value);
  return value;
}

/** Saves a setting across restarts. */
export function saveSetting(db: DatabaseSync, key: string, value: string): void {
  db.prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
    key,
    value,
  );
}

/** Returns an unguessable id that is safe in URLs. */
export const randomId = (bytes: number): string => randomBytes(bytes).toString('hex');
