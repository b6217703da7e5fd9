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

const DAY = 86_400_000;

/** Runs `work` as one transaction: all of it is on disk when this returns, or none of it. */
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

function fillHouse(db: DatabaseSync, now: number): void {
  const event = db.prepare('INSERT INTO events (guid, ko) VALUES (?, ?)');
  const seat = db.prepare(
    `INSERT INTO seats (event_guid, area, row_name, number, price_level, price, quality, release)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const midnight = Math.floor(now / DAY) * DAY;
  for (const each of EVENTS) {
    event.run(each.guid, (midnight + each.daysAhead * DAY + each.hour * 3_600_000) / 1000);
    const seats = each.areas.flatMap((area, areaIndex) =>
      area.rows.flatMap((row, rowIndex) =>
        Array.from({ length: area.seatsPerRow }, (_, index) => {
          const offCentre = Math.abs(index - (area.seatsPerRow - 1) / 2);
          const level = levelOfRow(area, rowIndex);
          // Rows count more than the place in a row; areas are filled in their order only on a tie.
          const quality = Math.round(rowIndex * 100 + offCentre * 10 + areaIndex);
          return { area: area.name, row, number: index + 1, level, quality };
        }),
      ),
    );
    // Seats go on sale level by level in turn, so that a house of thirty seats has ten of each level.
    for (const level of Map.groupBy(seats, (s) => s.level).values()) {
      level
        .toSorted((a, b) => a.quality - b.quality)
        .forEach((s, release) =>
          seat.run(each.guid, s.area, s.row, s.number, s.level, each.prices[s.level], s.quality, release),
        );
    }
  }
}

/**
 * Opens the sandbox's database and fills the house on the first start. `dataDir` null keeps it in memory.
 * `synchronous = FULL`: an answered hold or payment survives a SIGKILL and a power cut.
 */
export function openDatabase(dataDir: string | null, now: number): DatabaseSync {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(dataDir === null ? ':memory:' : join(dataDir, 'sandbox.sqlite'));
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000;',
  );
  transaction(db, () => {
    db.exec(SCHEMA);
    const filled = db.prepare('SELECT 1 FROM events LIMIT 1').get();
    if (!filled) fillHouse(db, now);
  });
  return db;
}

/** A setting's value; `make` gives the first one, which is kept. */
export function setting(db: DatabaseSync, key: string, make: () => string): string {
  const found = db.prepare('SELECT value FROM settings WHERE key = ?').get(key);
  if (found) return String(found.value);
  const value = make();
  saveSetting(db, key, value);
  return value;
}

/** Keeps a setting across restarts. */
export function saveSetting(db: DatabaseSync, key: string, value: string): void {
  db.prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
    key,
    value,
  );
}

/** A name that can't be guessed, fit for an address. */
export const randomName = (bytes: number): string => randomBytes(bytes).toString('hex');
