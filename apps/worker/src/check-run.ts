import { type AllowedHosts, HostRefused } from './allowed-hosts.ts';
import { type ConsoleClient, LeaseLost } from './console-client.ts';
import { SandboxClient, SiteProblem } from './drivers/sandbox-client.ts';
import { LeaseConsole } from './lease-console.ts';
import { LeaseControl } from './lease-control.ts';
import type { Logger } from './log.ts';
import type { Checked, CheckLease } from './protocol.ts';

/** What the site's codes say about a login. */
const results: Readonly<Record<string, Checked['result']>> = {
  SIGN_IN: 'wrong_password',
  LOCKED: 'locked',
  CODE_NEEDED: 'code_needed',
};

/** One check of a login: signs in at the site once, does nothing else there, and reports what came of it. */
export class CheckRun {
  private readonly lease: CheckLease;
  private readonly console: LeaseConsole;
  private readonly hosts: AllowedHosts;
  private readonly log: Logger;

  constructor(lease: CheckLease, client: ConsoleClient, hosts: AllowedHosts, log: Logger) {
    this.lease = lease;
    this.hosts = hosts;
    this.console = new LeaseConsole(client, lease.lease_id, new LeaseControl());
    this.log = log.child({ lease_id: lease.lease_id, login_id: lease.login.id });
  }

  /** Never throws: every outcome is reported to the console or logged. */
  async run(): Promise<void> {
    try {
      const checked = await this.signIn();
      await this.console.checked(checked);
      this.log.info({ result: checked.result }, 'login checked');
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.log.warn('lease lost, check dropped');
        return;
      }
      await this.reportFailure(error).catch((second: unknown) =>
        this.log.warn({ err: String(second) }, 'the failure could not be reported'),
      );
    }
  }

  /** Throws SiteProblem where the site says nothing about the login, and HostRefused. */
  private async signIn(): Promise<Checked> {
    const { login, site } = this.lease;
    const email = login.email ?? login.user;
    if (!email || !login.password)
      return { result: 'unknown', message: 'The login has no e-mail or no password' };
    try {
      await new SandboxClient(site.url, this.hosts).signIn(email, login.password);
      return { result: 'active', message: null };
    } catch (error) {
      const result = error instanceof SiteProblem ? results[error.code] : undefined;
      if (!result || !(error instanceof SiteProblem)) throw error;
      return { result, message: error.message };
    }
  }

  private async reportFailure(error: unknown): Promise<void> {
    const known = error instanceof SiteProblem || error instanceof HostRefused;
    const message = known ? error.message : 'The worker met an unexpected error';
    this.log[known ? 'warn' : 'error']({ reason: String(error) }, 'login not checked');
    const after = error instanceof SiteProblem ? error.retryAfterSeconds : null;
    await this.console.fail({ message, ...(after !== null && { retry_after_s: after }) });
  }
}
