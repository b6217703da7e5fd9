import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './request-body.ts';

/** Where pages report what their content security policy refused. */
export const violationsPath = '/api/csp-reports';

interface ViolationReport {
  'csp-report'?: Record<string, unknown>;
}

/** Takes a page's report of what its policy refused, which a deployed console would refuse too. */
export async function reportViolation(
  request: IncomingMessage,
  response: ServerResponse,
  warn: (line: string) => void,
): Promise<void> {
  const { 'csp-report': report } = JSON.parse(await readBody(request)) as ViolationReport;
  response.writeHead(204).end();
  if (!report) return;
  const directive = String(report['effective-directive'] ?? report['violated-directive']);
  const file = String(report['source-file'] ?? report['document-uri']);
  // The development server's own message about a failed build, which is in the module's entry.
  if (directive === 'style-src-attr' && file.endsWith('/remoteEntry.js')) return;
  warn(
    `The page's policy refused ${String(report['blocked-uri'])} (${directive}, ${file}), as every console does`,
  );
}
