/** How long ago the primary's position is known for; older ones are forgotten. */
const KEPT_MS = 60 * 60_000;

/** Samples are at least this far apart, so that there are few. */
const APART_MS = 500;

/** A position in the primary's log, and a time by the process's clock at which the primary had come no further. */
type Sample = { lsn: bigint; at: number };

/**
 * How far a standby is behind at most, by positions in the write-ahead log that the primary had at known times: a standby
 * that replayed one has everything that was committed before its time. One clock measures, and an idle primary, which
 * stays at its position, makes no standby look late.
 */
export class ReplicationLag {
  private readonly samples: Sample[] = [];

  /** @param at a time before the position was read */
  addPrimary(lsn: bigint, at: number): void {
    const { samples } = this;
    const [previous, last] = [samples.at(-2), samples.at(-1)];
    if (last && (last.lsn === lsn || (previous && last.at < previous.at + APART_MS))) samples.pop();
    samples.push({ lsn, at });
    while (samples[0] && samples[0].at < at - KEPT_MS) samples.shift();
  }

  /** Milliseconds at `now` since a standby at this position had everything; null while that isn't known. */
  behind(replayed: bigint, now: number): number | null {
    const reached = this.samples.findLast(({ lsn }) => lsn <= replayed);
    return reached ? now - reached.at : null;
  }
}
