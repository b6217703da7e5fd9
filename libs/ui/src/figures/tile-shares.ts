/** Up to this many things, one tile is one thing. */
export const tileLimit = 40;

/**
 * How many tiles each part gets, and how many stay empty. Up to 40 things: one each. Beyond, tiles are shares of the
 * whole by largest remainder, and a part that is there at all keeps at least one tile.
 */
export function tileShares(
  parts: readonly number[],
  whole: number,
  tiles: number,
): { filled: number[]; empty: number } {
  const sum = parts.reduce((total, part) => total + part, 0);
  const all = Math.max(whole, sum);
  if (all <= 0) return { filled: parts.map(() => 0), empty: tiles };
  if (all <= tileLimit) return { filled: [...parts], empty: all - sum };

  const exact = parts.map((part) => (part / all) * tiles);
  const filled = exact.map((share, i) => (parts[i] ? Math.max(1, Math.floor(share)) : 0));
  const wanted = Math.round((sum / all) * tiles);
  const byRemainder = exact
    .map((share, i) => [share - Math.floor(share), i] as const)
    .sort((a, b) => b[0] - a[0]);
  let missing = wanted - filled.reduce((total, n) => total + n, 0);
  for (const [, i] of byRemainder) {
    if (missing <= 0) break;
    if (parts[i] === 0) continue;
    filled[i] = (filled[i] ?? 0) + 1;
    missing -= 1;
  }
  while (filled.reduce((total, n) => total + n, 0) > tiles) {
    const largest = filled.indexOf(Math.max(...filled));
    filled[largest] = (filled[largest] ?? 0) - 1;
  }
  return { filled, empty: tiles - filled.reduce((total, n) => total + n, 0) };
}
