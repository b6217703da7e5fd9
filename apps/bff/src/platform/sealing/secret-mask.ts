import { Bool, Json, Text } from '../http/fields';
import type { Mask } from './sealing';

/** A write-only field as it is answered: whether it is set, and a hint of a card alone. */
export class SecretMask implements Mask {
  @Bool() set: boolean;
  @Text({ nullable: true, example: '•••• 4242' }) hint: string | null;
}

/** One line in an answer's DTO for a write-only field. */
export const Masked = () => Json({ type: SecretMask, readOnly: true });
