import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

/** The blocks of shell, or of another language, on a page of docs/operate or below one of its headings, as they are written there. Throws when there are none. */
export function readBlocks(page: string, heading?: string, language = 'sh'): string[] {
  const text = readFileSync(path.join(root, 'docs/operate', page), 'utf8');
  const after = heading === undefined ? '' : text.split(new RegExp(`^#+ ${heading}$`, 'm'))[1];
  const section = heading === undefined ? text : (after ?? '').split(/^#{1,2} /m)[0];
  const blocks = [...(section ?? '').matchAll(new RegExp(`^ *\`\`\`${language}\\n([^]*?)\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );
  if (blocks.length === 0)
    throw new Error(`docs/operate/${page} has no commands${heading ? ` below "${heading}"` : ''}`);
  return blocks;
}

/** The command lines of those blocks, without their comments and with continued lines joined. */
export const readCommands = (page: string, heading?: string): string[] =>
  readBlocks(page, heading).flatMap((block) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter(Boolean),
  );
