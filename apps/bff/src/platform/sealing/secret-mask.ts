import { Bool, Json, Text } from '../http/fields';
import type { Mask } from './sealing';

/** A write-only field in a response: whether it is set, and a hint for cards. */
export class SecretMask implements Mask {
  @Bool() set: boolean;
  @Text({ nullable: true, example: '•••• 4242' }) hint: string | null;
}

/** Declares a write-only field in the DTO of a response. */
export const Masked = () => Json({ type: SecretMask, readOnly: true });
