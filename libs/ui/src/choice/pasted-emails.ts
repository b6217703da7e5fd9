/** E-mail addresses in a pasted text, lower-cased, each once. */
export const extractEmails = (text: string): string[] => [
  ...new Set(text.toLowerCase().match(/[^\s,;<>"]+@[^\s,;<>"]+/g) ?? []),
];
