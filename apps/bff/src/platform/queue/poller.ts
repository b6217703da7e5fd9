import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Listener } from '../database/listener';
import { isDatabaseUnavailable } from '../errors/database-error';

/** `intervalMs`: pause between two polls; `failure`: what is logged when a poll fails. */
export type PollerSettings = { name: string; intervalMs: number; failure: string };

/** Polls periodically and whenever it is woken while the process lives, one poll at a time. */
export abstract class Poller implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger: Logger;
  private timer: NodeJS.Timeout | null = null;
  private polling: Promise<void> | null = null;
  private pollAgain = false;
  private stopped = false;

  protected constructor(private readonly settings: PollerSettings) {
    this.logger = new Logger(settings.name);
  }

  /** Processes what is due now. */
  protected abstract poll(): Promise<void>;

  onApplicationBootstrap(): void {
    this.schedule();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Ends polling; resolves once a poll in progress is over. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.polling;
  }

  protected get isStopped(): boolean {
    return this.stopped;
  }

  /** Polls on each notification of the channel, and when notifications may have been missed. */
  protected wakeOn(listener: Listener, channel: string): void {
    listener.on(channel, () => this.wake());
    listener.onReconnect(() => this.wake());
  }

  /** Polls now; during a poll, polls again after it. */
  protected wake(): void {
    if (this.stopped) return;
    if (this.polling) {
      this.pollAgain = true;
      return;
    }
    this.pollAgain = false;
    this.polling = this.poll()
      .catch((error: unknown) => {
        // An unreachable database is reported elsewhere; a later poll tries again.
        if (!isDatabaseUnavailable(error)) this.logger.error(this.settings.failure, error);
      })
      .finally(() => {
        this.polling = null;
        if (this.pollAgain) this.wake();
        else this.schedule();
      });
  }

  private schedule(): void {
    if (this.stopped) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), this.settings.intervalMs);
  }
}
