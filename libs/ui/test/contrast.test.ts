import { hues } from '../src/index';
import { dark, light, type SchemeTokens } from '../src/theme/tokens';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

/** Lists the pairs of text and background colors of a scheme, with names. */
function listTextPairs(t: SchemeTokens): [string, string, string][] {
  const grounds = Object.entries(t.surface);
  const textColors = { ...t.text, accent: t.accent.text };
  return [
    ...grounds.flatMap(([ground, color]) =>
      Object.entries(textColors).map(([word, ink]): [string, string, string] => [
        `${word} on ${ground}`,
        ink,
        color,
      ]),
    ),
    ...hues.flatMap((hue): [string, string, string][] => [
      [`${hue} on its tint`, t.status[hue].text, t.status[hue].tint],
      [`${hue} on the sheet`, t.status[hue].text, t.surface.main],
      [`${hue} on selected`, t.status[hue].text, t.surface.selected],
      [`${hue}: full chip`, t.status.on, t.status[hue].main],
      [`second text on ${hue} tint`, t.text.secondary, t.status[hue].tint],
    ]),
    ['bar text', t.bar.text, t.bar.main],
    ['bar second text', t.bar.secondary, t.bar.main],
    ['bar link', t.bar.link, t.bar.main],
    ['ink', t.ink.text, t.ink.main],
    ['primary button', '#FFFFFF', t.accent.main],
    ['primary button, hovered', '#FFFFFF', t.accent.hover],
  ];
}

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('the %s scheme', (_name, t) => {
  it.each(listTextPairs(t))('has a contrast of 4.5 for %s', (_pair, ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(t.chart))('has a contrast of 3 for the chart color %s', (_series, color) => {
    expect(contrast(color, t.surface.main)).toBeGreaterThanOrEqual(3);
  });

  it.each(['main', 'raised', 'sunken'] as const)(
    'has a contrast of 3 for the border of an input on %s',
    (ground) => {
      expect(contrast(t.line.control, t.surface[ground])).toBeGreaterThanOrEqual(3);
    },
  );
});
