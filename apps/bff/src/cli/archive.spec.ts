import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeRowArchive } from '../platform/retention/row-archive';
import { archiveCommand } from './archive';

describe('tessera archive', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-archive-'));
  let printed: string;
  beforeEach(() => {
    printed = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('lists archives and verifies each, and fails for a damaged one', async () => {
    await writeRowArchive(folder, 'audit', 'audit_2023_10', ['{"id":1}', '{"id":2}']);
    await writeRowArchive(folder, 'tasks', 'batch', ['{"id":3}']);
    expect(await archiveCommand.run(['list', folder], {})).toBe(0);
    expect(printed).toContain('audit/audit_2023_10  2 rows');
    expect(await archiveCommand.run(['verify'], { ARCHIVE: folder })).toBe(0);
    expect(printed).toContain('2 of 2 archives are whole, with 3 rows in all.');

    writeFileSync(path.join(folder, 'tasks', 'batch.ndjson.gz'), 'not what was written');
    writeFileSync(path.join(folder, 'tasks', 'other.ndjson.gz'), '');
    expect(await archiveCommand.run(['verify', folder], {})).toBe(1);
    expect(printed).toContain('tasks/batch is damaged: its size differs from the manifest');
    expect(printed).toContain('tasks/other.ndjson.gz is unfinished');
    expect(printed).toContain('1 of 2 archives are whole');
  });

  it('asks for an action and a folder', async () => {
    await expect(archiveCommand.run([], {})).rejects.toThrow('Say list or verify');
    await expect(archiveCommand.run(['list'], {})).rejects.toThrow('ARCHIVE is not set');
  });
});
