/** What is placed in a day: minutes since midnight, and how long it lasts. */
export interface Span {
  start: number;
  minutes: number;
}

/** A span with its place in the day; `lane` of `lanes` side by side. */
export interface Placed<T extends Span> {
  span: T;
  top: number;
  height: number;
  lane: number;
  lanes: number;
}

/** Spans that find no lane, where the first of them would be. */
export interface Hidden {
  top: number;
  count: number;
}

/** The least height of a span, in minutes, so that two lines of text fit. */
export const MIN_MINUTES = 44;
const DAY_MINUTES = 1440;
/** The height of the button that leads to hidden spans, in minutes. */
export const MORE_MINUTES = 28;

/** Places the spans of a day side by side where they overlap, in at most `most` lanes. */
export function placeDay<T extends Span>(
  spans: readonly T[],
  most: number,
): { placed: Placed<T>[]; hidden: Hidden[] } {
  const placed: Placed<T>[] = [];
  const hidden: Hidden[] = [];
  let group: Placed<T>[] = [];
  let ends: number[] = [];
  let more: Hidden | null = null;
  let groupEnd = 0;
  const closeGroup = () => {
    for (const each of group) placed.push({ ...each, lanes: ends.length });
    if (more) hidden.push(more);
    [group, ends, more] = [[], [], null];
  };
  for (const { span, top, height } of spans.map(boxOf).toSorted((a, b) => a.top - b.top)) {
    if (top >= groupEnd) closeGroup();
    const free = ends.findIndex((end) => end <= top);
    const lane = free < 0 ? ends.length : free;
    if (lane >= most) {
      const below: Hidden = more ?? {
        top: Math.min(top + MIN_MINUTES, DAY_MINUTES - MORE_MINUTES),
        count: 0,
      };
      more = { ...below, count: below.count + 1 };
      groupEnd = Math.max(groupEnd, more.top + MORE_MINUTES);
      continue;
    }
    ends[lane] = top + height;
    group.push({ span, top, height, lane, lanes: 1 });
    groupEnd = Math.max(groupEnd, top + height);
  }
  closeGroup();
  return { placed, hidden };
}

/** A span's box: it ends with the day, and what begins late in the evening moves up so that its text fits. */
function boxOf<T extends Span>(span: T): { span: T; top: number; height: number } {
  const height = Math.max(MIN_MINUTES, Math.min(span.minutes, DAY_MINUTES - span.start));
  return { span, top: Math.min(span.start, DAY_MINUTES - height), height };
}
