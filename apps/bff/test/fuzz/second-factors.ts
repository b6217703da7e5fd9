import type { TestApp } from '../app';
import { PASSWORD } from '../factories';
import { bytesOf, codeNow } from '../two-factor';

/** Who has two-factor authentication, with an access token that works. */
type Person = { id: number; token: string };

/** A set-up of two-factor authentication that has begun, and one that is on; the codes that each is answered by. */
export class SecondFactors {
  private begun: { secret: Buffer; kept: string } | null = null;
  private recovery: string[] = [];

  constructor(private readonly app: TestApp) {}

  /** The app's code of now for the one that has been begun. */
  get totp(): string {
    return this.begun ? codeNow(this.begun.secret) : '000000';
  }

  /** Codes for the one that is on. */
  get recoveryCodes(): readonly string[] {
    return this.recovery;
  }

  /** Begins the one and turns the other on, where requests have moved them on. */
  async mend(beginner: Person, keeper: Person): Promise<void> {
    const [begun, on] = [await this.factorOf(beginner.id), await this.factorOf(keeper.id)];
    if (!begun || begun.on || begun.kept !== this.begun?.kept) {
      await this.forget(beginner.id);
      const secret = await this.begin(beginner);
      this.begun = { secret, kept: (await this.factorOf(beginner.id))?.kept ?? '' };
    }
    if (on?.on && on.left >= this.recovery.length - 5) return;
    await this.forget(keeper.id);
    const { recovery_codes } = await this.post<{ recovery_codes: string[] }>(keeper, '/confirm', {
      code: codeNow(await this.begin(keeper)),
    });
    this.recovery = recovery_codes;
  }

  /** Removes two-factor authentication, so that signing in needs no code. */
  async forget(userId: number): Promise<void> {
    await this.app.db.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
  }

  private async begin(person: Person): Promise<Buffer> {
    return bytesOf((await this.post<{ secret: string }>(person, '', { current_password: PASSWORD })).secret);
  }

  private async post<T>({ token }: Person, path: string, body: object): Promise<T> {
    const response = await this.app.http<T>('POST', `/api/me/second-factor${path}`, { token, body });
    if (response.status >= 300) throw new Error(`Two-factor authentication responded ${response.status}`);
    return response.body;
  }

  private async factorOf(userId: number) {
    const { rows } = await this.app.db.query<{ kept: string; on: boolean; left: number }>(
      `SELECT secrets::text AS kept, confirmed_at IS NOT NULL AS on,
         (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = f.user_id AND used_at IS NULL) AS left
       FROM second_factors f WHERE user_id = $1`,
      [userId],
    );
    return rows[0];
  }
}
