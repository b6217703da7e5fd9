import type { Attention } from '@tessera/api';

/** One line of "Needs attention": one thing, or the seats of one event that lapse together. */
export interface AttentionLine {
  key: string;
  kind: Attention['kind'];
  title: string;
  detail: string | null;
  at: string | null;
  count: number;
}

/** Lapsing seats of one event are one line, with the soonest lapse; everything else stays by itself. */
export function attentionLines(items: readonly Attention[]): AttentionLine[] {
  const lines = new Map<string, AttentionLine>();
  for (const { kind, id, title, detail, at } of items) {
    const key = kind === 'hold_lapsing' ? `${kind} ${title}` : `${kind} ${id}`;
    const known = lines.get(key);
    if (!known) lines.set(key, { key, kind, title, detail, at, count: 1 });
    else lines.set(key, { ...known, count: known.count + 1, at: earlier(known.at, at) });
  }
  return [...lines.values()];
}

const earlier = (a: string | null, b: string | null): string | null => (a && b ? (a < b ? a : b) : (a ?? b));
