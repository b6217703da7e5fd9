import { readFileSync } from 'node:fs';
import path from 'node:path';
import { areaKey } from '../area-names';
import { sanitizeSvg, UnusableSvg } from './sanitize-svg';

/** A drawing with the structure in which a program exports it. */
const sample = (program: string) =>
  sanitizeSvg(readFileSync(path.join(__dirname, `samples/${program}.svg`), 'utf8'));
const drawn = (content: string) =>
  sanitizeSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`).svg.replace(
    /^<svg[^>]*>|<\/svg>$/g,
    '',
  );

describe('a drawing as programs export it', () => {
  it('keeps that outlines of Figma have no fill, which would cover the areas', () => {
    const { svg, areas, removed } = sample('figma');
    expect(svg).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 400 300" fill="none">/);
    expect(svg).toContain('<path d="M1 1H399V299H1V1Z" stroke="black" stroke-width="2"/>');
    expect(areas.map(({ name }) => name)).toEqual(['Arena', 'North Stand', 'Block A+', 'Block A']);
    expect(new Set(areas.map(({ key }) => key)).size).toBe(4);
    expect(removed).toEqual(['clip-path', 'clipPath']);
  });

  it("keeps the colours of Illustrator's style sheet, and what its switch draws", () => {
    const { svg, areas, removed } = sample('illustrator');
    expect(svg).toContain(
      '<rect x="10" y="10" width="80" height="60" fill="#e6e6e6" stroke-width="3px" data-area="east210"/>',
    );
    expect(svg).toContain('fill="#c00" opacity="50%" data-area="west12"');
    expect(svg).toContain('<path d="M0,0h300v200H0z" fill="none" stroke="#1d1d1b" stroke-miterlimit="10"/>');
    expect(areas.map(({ key }) => key)).toEqual(['east210', 'west12']);
    expect(removed).toEqual(['foreignObject']);
  });

  it("reads Inkscape's labels as names, and draws what it only refers to", () => {
    const { svg, areas, removed } = sample('inkscape');
    expect(areas).toEqual([
      { key: 'sudkurve', name: 'Südkurve' },
      { key: 'ガ列', name: 'ガ列' },
      { key: 'kasse', name: 'Kasse' },
    ]);
    expect(svg).toContain(
      '<g transform="translate(30 60) translate(0 0) scale(2)"><circle cx="5" cy="5" r="5" fill="#333333"/></g>',
    );
    expect(svg).toContain(
      '<g transform="translate(0,60)"><path d="m 90,10 h 60 v 40 H 90 Z" fill="#afe9af" data-area="ガ列"/></g>',
    );
    expect(svg).toContain(
      '<g transform="translate(5 100) translate(0 0) scale(10)"><rect width="4" height="2" data-area="kasse"/></g>',
    );
    expect(removed).toEqual(['namedview']);
  });
});

describe('a style sheet', () => {
  it.each([
    ['an attribute', '<style>.a{fill:red}</style><path class="a" fill="blue"/>', 'fill="red"'],
    ['a tag by a class', '<style>.a{fill:red}path{fill:blue}</style><path class="a"/>', 'fill="red"'],
    ['an earlier rule by a later one', '<style>.a{fill:red}.b{fill:blue}</style><path class="b a"/>', 'fill="blue"'],
    ['a class by an id', '<style>#x{fill:red}.a{fill:blue}</style><path id="x1" class="a"/><path id="x" class="a"/>', 'fill="red"'],
    ['a rule by the own style', '<style>#x{fill:red}</style><path id="x" style="fill:blue"/>', 'fill="blue"'],
    ['the own style by what is important', '<style>.a{fill:red ! important}</style><path class="a" style="fill:blue"/>', 'fill="red"'],
  ])('overrules %s', (_, content, expected) => {
    expect(drawn(content)).toContain(expected);
  }); // prettier-ignore

  it('is named as left out when a part of it is not understood', () => {
    const { removed } = sanitizeSvg(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>@media print{path{fill:red}}</style><path/></svg>',
    );
    expect(removed).toEqual(['style']);
  });
});

it.each([
  ['itself', '<g id="a"><use href="#a"/></g>'],
  ['each other', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
  ['nothing', '<use href="#none"/>'],
])('ends references to %s', (_, content) => {
  expect(drawn(content)).not.toContain('use');
});

it('rejects a drawing whose references draw too much', () => {
  const levels = Array.from(
    { length: 7 },
    (_, at) => `<g id="l${at}">${`<use href="#l${at + 1}"/>`.repeat(10)}</g>`,
  ).join('');
  expect(() => drawn(`<defs>${levels}<path id="l7" d="M0 0"/></defs><use href="#l0"/>`)).toThrow(UnusableSvg);
});

it.each([
  ['North Stand', 'north_stand', true],
  ['North Stand', 'North_x20_Stand', true],
  ['Tribüne Süd', 'tribune sud', true],
  ['Κερκίδα Ά', 'κερκιδα α', true],
  ['Block A', 'Block A+', false],
  ['Block #1', 'Block 1', false],
  ['カ', 'ガ', false],
  ['Block 1/2', 'Block 12', false],
])('%s and %s are one area: %s', (one, other, expected) => {
  expect(areaKey(one) === areaKey(other)).toBe(expected);
});
