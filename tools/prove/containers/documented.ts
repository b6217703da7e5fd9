import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

/**
 * The command lines of a section of a page in docs/operate, without their comments and with continued lines joined: of every
 * block of shell below the heading, so that what is proven is what is written there. Throws when there are none.
 */
export function readCommands(page: string, heading: string): string[] {
  const text = readFileSync(path.join(root, 'docs/operate', page), 'utf8');
  const [, after = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [section = ''] = after.split(/^#{1,2} /m);
  const commands = [...section.matchAll(/^ *```sh\n([^]*?)```/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter(Boolean),
  );
  if (commands.length === 0) throw new Error(`docs/operate/${page} has no commands below "${heading}"`);
  return commands;
}
