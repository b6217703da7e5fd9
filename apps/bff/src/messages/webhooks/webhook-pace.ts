/** How fast messages are sent to webhooks; tests set other values. */
export class WebhookPace {
  /** Seconds between two attempts; after the last one a message is dead: a day in all. */
  pauses = [5, 60, 300, 1800, 7200, 14_400, 21_600, 36_000];
  /** Each pause is longer or shorter by up to this part, so that messages don't come back all at once. */
  jitter = 0.2;
  /** Messages in progress at a time, of one webhook. */
  perQuick = 8;
  perSlow = 2;
  /** An answer that takes longer makes a webhook a slow one, and so do that many failures in a row. */
  slowMs = 2000;
  failing = 10;

  /** Seconds until the attempt after this one, counted from 1; null when there is none. */
  pauseAfter(attempt: number): number | null {
    const pause = this.pauses[attempt - 1];
    return pause === undefined ? null : pause * (1 + this.jitter * (2 * Math.random() - 1));
  }
}
