import { invalid, MAX_DETAILS } from './api-error';
import type { FieldError, FieldErrorRule } from './field-error-codes';

/** Collects what is wrong with an input: the first errors, which the response names, and the number of all. */
export class FieldErrors {
  private readonly first: FieldError[] = [];
  private total = 0;

  get count(): number {
    return this.total;
  }

  /** `message` is made for an error that is named alone. */
  add(field: string, message: string | (() => string), words: FieldErrorRule): void {
    this.total += 1;
    if (this.first.length < MAX_DETAILS)
      this.first.push({ field, message: typeof message === 'string' ? message : message(), ...words });
  }

  /** Adds the errors of an entry of a list: its fields are named `0.name`. */
  addOf(entry: number, errors: FieldErrors): void {
    for (const error of errors.first.slice(0, MAX_DETAILS - this.first.length))
      this.first.push({ ...error, field: `${entry}.${error.field}` });
    this.total += errors.total;
  }

  /** 400 VALIDATION when something is wrong. */
  throwIfAny(): void {
    if (this.total > 0) throw invalid(this.first, this.total);
  }
}
