import { logFile, logLine } from './log-lines.ts';

const REPEAT_AFTER_MS = 10_000;

/**
 * Writes a service's output to `<folder>/<name>.log`, plain text as a JSON line too, and prints errors and plain text of
 * stderr, the same message at most once in 10 s.
 */
export function serviceLog(
  folder: string,
  name: string,
  print: (line: string) => void,
): (line: string, stream: 'stdout' | 'stderr') => void {
  const append = logFile(folder, name);
  const lastPrinted = new Map<string, number>();
  return (line, stream) => {
    const entry = parseLine(line);
    append(entry ? line : logLine(name, stream === 'stderr' ? 'error' : 'info', line));
    const message = entry ? errorMessage(entry) : stream === 'stderr' ? line : null;
    if (!message || Date.now() - (lastPrinted.get(message) ?? 0) < REPEAT_AFTER_MS) return;
    if (lastPrinted.size > 100) lastPrinted.clear();
    lastPrinted.set(message, Date.now());
    print(`[${name}] ${message}`);
  };
}

type Entry = { level?: unknown; msg?: unknown };

function parseLine(line: string): Entry | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}

const errorMessage = ({ level, msg }: Entry): string | null =>
  level === 'error' || level === 'fatal' ? String(msg) : null;
