import { firstCharacter } from '@tessera/domain';

/** Up to two letters for an avatar: "Ida Quill" → "IQ", "desk@example.org" → "D"; an emoji counts as a letter. */
export const initialsOf = (name: string): string => {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word && firstCharacter(word).toUpperCase())
    .join('');
};
