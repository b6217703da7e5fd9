import type { ReactNode, Ref } from 'react';

/** What a choice of a time zone is given. */
export interface PlainTimeZoneProps {
  label: ReactNode;
  /** IANA name; empty for none. */
  value: string;
  onChange: (zone: string) => void;
  onBlur?: () => void;
  /** Shown for the empty value, which can then be chosen, and goes by the browser's zone. */
  empty?: string;
  help?: ReactNode;
  error?: string | undefined;
  /** May stay empty, and be emptied. */
  optional?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}
