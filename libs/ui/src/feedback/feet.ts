import { useEffect } from 'react';

/**
 * What stands at the foot of the page and isn't to be covered. A rule of the style sheet that asks for such an element
 * (`body:has(…)`) would have the browser look for it in the whole page whenever anything comes or goes there.
 */
class Feet {
  private readonly heights = new Map<symbol, number>();
  private readonly listeners = new Set<() => void>();

  /** Px of the highest; 0 where there is none. */
  readonly highest = (): number => Math.max(0, ...this.heights.values());

  /** One of so many px is there until the answer is called. */
  add(height: number): () => void {
    const foot = Symbol('foot');
    this.heights.set(foot, height);
    this.tell();
    return () => {
      this.heights.delete(foot);
      this.tell();
    };
  }

  /** Has the listener called whenever one comes or goes, until the answer is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Those of the page. */
export const feet = new Feet();

/** Says that the component stands at the foot of the page, so many px high; null: it doesn't. */
export function useFoot(height: number | null): void {
  useEffect(() => (height === null ? undefined : feet.add(height)), [height]);
}
