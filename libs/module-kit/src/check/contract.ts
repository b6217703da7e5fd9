import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { refusal, unreachable } from '../failure.ts';
import type { ShellContract } from '../release.ts';
import { readShellContract } from '../rules.ts';

/** The contract of the shell that comes with this package; beside the compiled program. */
const shipped = path.resolve(import.meta.dirname, '../shell/shell-contract.json');

/** A shell's contract and where it is from, as messages name it. */
export interface NamedContract {
  contract: ShellContract;
  from: string;
}

/** Whether a text is an address of a console rather than a file or folder. */
export const isAddress = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text);

/**
 * Reads the contract of a shell: of a running console by its address, from a shell-contract.json, or by default that of the
 * shell that comes with this package.
 */
export async function readContract(shell: string | undefined, cwd: string): Promise<NamedContract> {
  if (shell !== undefined && isAddress(shell)) {
    const address = new URL('/api/modules/contract', shell);
    return parse(await fetchText(address), address.href);
  }
  const file = shell === undefined ? shipped : path.resolve(cwd, shell);
  if (!existsSync(file))
    throw refusal(
      shell === undefined
        ? 'This installation comes with no shell: name one with --shell URL or --shell shell-contract.json'
        : `There is no file ${shell}`,
    );
  return parse(readFileSync(file, 'utf8'), shell ?? 'the shell of this package');
}

function parse(text: string, from: string): NamedContract {
  const contract = readShellContract(text);
  if (!contract) throw refusal(`${from} is no contract of a shell`);
  return { contract, from };
}

/** Fetches a text; a server that can't be reached or answers with an error ends the command. */
export async function fetchText(address: URL, token?: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(address, {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    });
  } catch (error) {
    throw unreachable(`${address.href} can't be reached: ${describe(error)}`);
  }
  if (!response.ok) throw refusal(`${address.href} answered ${response.status}`);
  return response.text();
}

const describe = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
};
