/** Up to two letters for an avatar: "Ida Quill" → "IQ", "desk@example.org" → "D". */
export const initialsOf = (name: string): string => {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase())
    .join('');
};
