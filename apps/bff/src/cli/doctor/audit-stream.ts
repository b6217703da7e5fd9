import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { failure, type Finding, ok, warning } from '../finding';
import { type Examination, readAsAll } from './examination';

const OLD_MINUTES = 10;

/** Whether audit entries reach the file of AUDIT_STREAM_FILE. Writes nothing. */
export async function checkAuditStream({ config: { auditStream }, client }: Examination): Promise<Finding[]> {
  const [state] = await readAsAll<{ is_on: boolean; minutes: number | null }>(
    client,
    `SELECT EXISTS (SELECT FROM audit_stream_state) AS is_on,
       (SELECT extract(epoch FROM now() - min(at)) / 60 FROM audit_stream)::int AS minutes`,
  );
  const isCollected = state?.is_on ?? false;
  const minutes = state?.minutes ?? 0;
  if (auditStream === null)
    return [
      isCollected
        ? warning(
            'Audit entries are collected for a stream, and AUDIT_STREAM_FILE is not set here',
            'Give it to all servers or to none, then restart them (docs/operate/audit-stream.md).',
          )
        : ok('The audit stream is off: AUDIT_STREAM_FILE is not set'),
    ];
  const findings: Finding[] = [];
  const refused = await findRefusal(auditStream);
  if (refused)
    findings.push(
      failure(
        `AUDIT_STREAM_FILE can't be written: ${refused}`,
        "Create its folder and let the server's user write there. Audit entries wait in the database until then.",
      ),
    );
  if (!isCollected)
    findings.push(
      failure(
        'No audit entry is collected, although AUDIT_STREAM_FILE is set',
        'The server that started last does not have the setting: give it to all of them and restart one.',
      ),
    );
  if (minutes >= OLD_MINUTES)
    findings.push(
      warning(
        `Audit entries have waited for ${minutes} minutes to be written to AUDIT_STREAM_FILE`,
        'The log of the servers says why, component audit-stream.',
      ),
    );
  return findings.length > 0 ? findings : [ok('Audit entries are written to AUDIT_STREAM_FILE')];
}

/** Why the file could not be appended to by this user, or null. */
async function findRefusal(file: string): Promise<string | null> {
  try {
    await access(path.dirname(file), constants.W_OK | constants.X_OK);
    if (existsSync(file)) await access(file, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
