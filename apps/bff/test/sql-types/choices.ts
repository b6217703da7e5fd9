/** A way through the code that no caller takes, such as one that throws. */
export class DeadEnd extends Error {}

/** The decisions of one evaluation: what can't be known is decided one way now and the other way next time. */
export class Choices {
  private readonly known = new Map<unknown, number>();
  private readonly taken: { index: number; of: number }[] = [];

  constructor(private readonly path: readonly number[]) {}

  /** One of `of` possibilities; the same question is answered the same within an evaluation. */
  choose(question: unknown, of: number): number {
    const known = this.known.get(question);
    if (known !== undefined && known < of) return known;
    const index = this.path[this.taken.length] ?? 0;
    this.taken.push({ index, of });
    this.known.set(question, index);
    return index;
  }

  /** The path of the next evaluation; null when there is none. */
  next(): number[] | null {
    const rest = [...this.taken];
    for (let last = rest.pop(); last; last = rest.pop())
      if (last.index + 1 < last.of) return [...rest.map(({ index }) => index), last.index + 1];
    return null;
  }
}

/** Runs an evaluation once for every combination of its decisions, unless there are more than `most`. */
export function everyWay<T>(evaluate: (choices: Choices) => T, most: number): T[] | null {
  const results: T[] = [];
  let path: number[] | null = [];
  for (let count = 0; path && count < most; count += 1) {
    const choices: Choices = new Choices(path);
    try {
      results.push(evaluate(choices));
    } catch (error) {
      if (!(error instanceof DeadEnd)) throw error;
    }
    path = choices.next();
  }
  return path ? null : results;
}
