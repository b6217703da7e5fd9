import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const { BEFORE = '', AFTER = '' } = process.env;

const listScreenshots = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.png'));

for (const name of [...new Set([BEFORE, AFTER].flatMap(listScreenshots))].sort())
  test(name, () => {
    const file = path.join(AFTER, name);
    expect(existsSync(file), 'exists after').toBe(true);
    expect(readFileSync(file)).toMatchSnapshot(name, { maxDiffPixels: 0 });
  });
