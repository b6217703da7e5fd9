import { Logger } from '@nestjs/common';
import { context, diag, type DiagLogger, DiagLogLevel, ROOT_CONTEXT } from '@opentelemetry/api';

/** A failing collector fails each batch, which is one a second; its failures are logged once per interval. */
const INTERVAL_MS = 60_000;

/** Logs that spans were lost, which the SDK does only where a logger is set. Returns what ends that. */
export function logExportFailures(): () => void {
  const logger = new Logger('tracing');
  let loggedAt = -Infinity;
  const error = (report: string) => {
    const now = performance.now();
    if (now - loggedAt < INTERVAL_MS) return;
    loggedAt = now;
    // Not in the trace of the request that happened to start the timer of the batch.
    context.with(ROOT_CONTEXT, () =>
      logger.warn(`Spans were lost, the collector did not take them: ${reasonOf(report)}`),
    );
  };
  const ignore = () => undefined;
  const lines: DiagLogger = { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(lines, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  return () => diag.disable();
}

/** The SDK reports an error as JSON with its stack. */
function reasonOf(report: string): string {
  try {
    const { code = '', message = '' } = JSON.parse(report) as { code?: string; message?: string };
    return message.includes(code) ? message : `${code} ${message}`.trim();
  } catch {
    return report;
  }
}
