import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import semver from 'semver';
import {
  findIncompatibilities,
  readShellContract,
  type ReleaseNeeds,
} from '@tessera/domain/module-compatibility';
import { type ShellContract, shellContract } from '@tessera/domain/module-release';
import { Config } from '../../platform/config/config';

/** Written by the shell's build beside its page. */
const FILE = 'shell-contract.json';

/** A shell's contract. `isComplete`: its packages and their names are known too. */
export interface KnownContract {
  contract: ShellContract;
  isComplete: boolean;
}

/** Reads what the shell of this installation provides to modules. */
@Injectable()
export class ShellContracts {
  private readonly logger = new Logger('modules');
  private read: { contract: ShellContract; changedAt: number } | null = null;

  constructor(private readonly config: Config) {}

  /** The contract of the shell that this server serves; without its file, only the version that the server was built with. */
  async readOwn(): Promise<KnownContract> {
    const contract = await this.readFile();
    return contract ? { contract, isComplete: true } : versionOnly(shellContract);
  }

  /** The contract of a shell of this version; of one that another server serves only the version is known. */
  async readFor(version: string): Promise<KnownContract> {
    const own = await this.readOwn();
    return own.contract.version === version ? own : versionOnly(version);
  }

  /** Why a release can't run in a shell; null when it can, as far as the contract is known. */
  findIncompatibility(release: ReleaseNeeds, { contract, isComplete }: KnownContract): string | null {
    const needs = isComplete ? release : { ...release, packages: {}, uses: {} };
    return findIncompatibilities(needs, contract, semver)[0]?.message ?? null;
  }

  private async readFile(): Promise<ShellContract | null> {
    const { webDir } = this.config;
    if (webDir === null) return null;
    const file = path.join(webDir, FILE);
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (changedAt === null) return null;
    if (this.read?.changedAt === changedAt) return this.read.contract;
    const contract = readShellContract(await readFile(file, 'utf8'));
    if (contract) this.read = { contract, changedAt };
    else this.logger.warn(`${file} is not the contract of a shell`);
    return contract;
  }
}

const versionOnly = (version: string): KnownContract => ({
  contract: { version, packages: {}, exports: {} },
  isComplete: false,
});
