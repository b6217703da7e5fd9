import { Fling } from '../src/fling';

const HEIGHT = 800;
const late = true;
const inTime = false;

/** A reader who scrolls so many px in each of ten turns of 16 ms, on a machine that had these steps before. */
function reader(steps: readonly boolean[], px = HEIGHT) {
  const fling = new Fling();
  steps.forEach((step) => fling.drew(step));
  for (let turn = 0; turn < 10; turn += 1) fling.moved(turn * px, turn * 16);
  return { passes: (now = 150) => fling.passes(HEIGHT, now) };
}
const many = (step: boolean, times: number) => Array.from({ length: times }, () => step);

describe('what a reader flings past', () => {
  it('is drawn until three steps in a row are too much for the machine', () => {
    expect(reader([]).passes()).toBe(false);
    expect(reader([late, late, inTime, late, late]).passes()).toBe(false);
    expect(reader([late, late, late]).passes()).toBe(true);
  });

  it('is drawn again once as many as fill a screen were in time, which a quick one among slow ones is not', () => {
    const slow = [late, late, late];
    expect(reader([...slow, ...many(inTime, 11), late, ...many(inTime, 11)]).passes()).toBe(true);
    expect(reader([...slow, ...many(inTime, 12)]).passes()).toBe(false);
    expect(reader([...slow, ...many(inTime, 12), ...slow]).passes()).toBe(true);
  });

  it('is what is in sight for less than an eye rests on a place, while it moves', () => {
    const slow = [late, late, late];
    const turn = (ms: number) => (HEIGHT / ms) * 16;
    expect(reader(slow, turn(290)).passes()).toBe(true);
    expect(reader(slow, turn(310)).passes()).toBe(false);
    expect(reader(slow).passes(1000)).toBe(false);
  });
});
