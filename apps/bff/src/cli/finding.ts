/** What a check found; `advice` says what to do about it. */
export interface Finding {
  level: 'ok' | 'warning' | 'error';
  text: string;
  advice?: string;
}

const marks = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' } as const;

/** The lines of a finding for people. */
export const findingLines = ({ level, text, advice }: Finding): string =>
  `${marks[level]} ${text}${advice ? `\n        ${advice}` : ''}`;

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string, advice: string): Finding => ({ level: 'warning', text, advice });
export const failure = (text: string, advice: string): Finding => ({ level: 'error', text, advice });
