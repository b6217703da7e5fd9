import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import semver from 'semver';
import { Transactions } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import { systemScope } from '../../platform/realm-scope/scope';
import { ModuleOverrides } from '../overrides/module-overrides';
import { FetchedReleases } from '../reports/fetched-releases';
import { InstallationKey } from '../store/installation-key';
import type {
  AnnouncedModule,
  AnnouncedPublisher,
  AnnouncementDto,
  UnavailableModule,
} from './announcement.dto';
import {
  AnnouncementRepository,
  type GivenRelease,
  recipientOf,
  type RegistryState,
} from './announcement.repository';
import { type ReleaseContent, ReleaseContents, unsignedReason } from './release-contents';
import { type KnownContract, ShellContracts } from './shell-contracts';

const disabledReason = 'It is disabled';
const unapprovedReason = 'No administrator has promoted a release of it yet';

/** Announces to pages what to load. */
@Injectable()
export class AnnouncementService implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly announcement: AnnouncementRepository,
    private readonly contents: ReleaseContents,
    private readonly shellContracts: ShellContracts,
    private readonly installationKey: InstallationKey,
    private readonly overrides: ModuleOverrides,
    private readonly fetched: FetchedReleases,
  ) {}

  /** The database may be an older one, restored since this server last ran. */
  onApplicationBootstrap(): Promise<void> {
    return this.transactions.run(systemScope('modules'), (tx) => this.announcement.catchUpSerial(tx));
  }

  /**
   * The releases for a user, or for a visitor, and the modules that they load from their own machine. `shellVersion` is
   * the contract of their shell, the server's own unless given.
   */
  async announce(
    request: Pick<FastifyRequest, 'headers' | 'caller'>,
    shellVersion?: string,
  ): Promise<AnnouncementDto> {
    const account = request.caller?.account ?? null;
    const overrides = await this.overrides.overridesOf(request, account);
    const contract = await this.contractOf(shellVersion);
    const { state, contents } = await this.transactions.read(systemScope('modules'), async (tx) => {
      const read = await this.announcement.readState(tx, recipientOf(account));
      const ids = read.given.map(({ release_id }) => release_id);
      return { state: read, contents: await this.contents.read(tx, ids) };
    });
    const publishers = await this.publishersOf(state);
    const modules: AnnouncedModule[] = [];
    const incompatible: UnavailableModule[] = [];
    const disabled: UnavailableModule[] = [];
    const fetchedIds: number[] = [];
    for (const given of state.given) {
      if (overrides.has(given.name)) continue;
      const content = contents.get(given.release_id);
      if (!given.enabled) {
        disabled.push(unavailable(given, content, disabledReason));
        continue;
      }
      const rejection = this.findRejection(given, content, contract, publishers);
      if (rejection !== null) incompatible.push(unavailable(given, content, rejection));
      else if (content) {
        modules.push(announced(given, content));
        fetchedIds.push(given.release_id);
      }
    }
    if (account) await this.fetched.recordFetches(account, fetchedIds);
    const titles = new Map(state.given.map(({ name, title }) => [name, title]));
    for (const [name, origin] of overrides) modules.push(local(name, titles.get(name) ?? name, origin));
    const used = new Set(modules.map(({ key }) => key));
    return {
      serial: state.serial,
      overrides: await this.overrides.mayOverride(account),
      publishers: publishers.filter(({ key }) => used.has(key)),
      modules,
      incompatible,
      disabled,
    };
  }

  private async contractOf(version: string | undefined): Promise<KnownContract> {
    if (version === undefined) return this.shellContracts.readOwn();
    if (semver.valid(version) !== null) return this.shellContracts.readFor(version);
    throw invalid([{ field: 'shell', message: 'shell must be a version such as 1.0.0', code: 'INVALID' }]);
  }

  /** The publishers' keys, and the installation's own for the modules that it ships. */
  private async publishersOf({ publishers, bundled }: RegistryState): Promise<AnnouncedPublisher[]> {
    const own = bundled.length > 0 ? await this.installationKey.findPublicKey() : null;
    return own ? [{ key: own.id, public_key: own.publicKey, modules: bundled }, ...publishers] : publishers;
  }

  /** Why a release isn't announced; null when it is. */
  private findRejection(
    { is_approved }: GivenRelease,
    content: ReleaseContent | undefined,
    contract: KnownContract,
    publishers: readonly AnnouncedPublisher[],
  ): string | null {
    if (!is_approved) return unapprovedReason;
    if (!content) return unsignedReason;
    const signer = publishers.find(({ key }) => key === content.key);
    if (!signer) return 'The key that signed it is no longer valid';
    if (!signer.modules.includes(content.name))
      return 'The key that signed it is not allowed for this module';
    return this.shellContracts.findIncompatibility(content, contract);
  }
}

const announced = ({ channel }: GivenRelease, content: ReleaseContent): AnnouncedModule => ({
  name: content.name,
  title: content.title,
  owner: content.owner,
  version: content.version,
  channel,
  base_url: `/modules/${content.name}/${content.version}/`,
  integrity: content.integrity,
  signature: content.signature,
  key: content.key,
  routes: content.routes,
  nav: content.nav,
  slots: content.slots,
});

/** A module on the developer's machine: the shell reads its pages there. */
const local = (name: string, title: string, origin: string): AnnouncedModule => ({
  name,
  title,
  owner: null,
  version: 'local',
  channel: 'local',
  base_url: `${origin}/`,
  integrity: null,
  signature: null,
  key: null,
  routes: [],
  nav: [],
  slots: [],
});

const unavailable = (
  { name, title, version }: GivenRelease,
  content: ReleaseContent | undefined,
  reason: string,
): UnavailableModule => ({
  name,
  title,
  version,
  reason,
  paths: content?.routes.map(({ path }) => path) ?? [],
});
