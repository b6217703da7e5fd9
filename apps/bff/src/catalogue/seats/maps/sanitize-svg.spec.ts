import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { costGrowth } from '../../../../test/growth';
import { sanitizeSvg, UnusableSvg } from './sanitize-svg';
import { attributes, shapes, SVG } from './svg-rules';

const svg = (content: string, root = 'viewBox="0 0 100 100"') =>
  `<svg xmlns="${SVG}" ${root}>${content}</svg>`;

/** The children of the root as they were written. */
const inside = (content: string): string =>
  /^<svg xmlns="[^"]*" viewBox="0 0 100 100"(?:\/>|>(.*)<\/svg>)$/s.exec(
    sanitizeSvg(svg(content)).svg,
  )?.[1] ?? '';

/** Elements, attributes and values of an SVG. */
function partsOf(source: string): { tags: string[]; found: [string, string][] } {
  const tags: string[] = [];
  const found: [string, string][] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', (tag) => {
    if (tag.uri !== SVG) throw new Error(`An element of ${tag.uri}`);
    tags.push(tag.name);
    for (const { name, value } of Object.values(tag.attributes)) found.push([name, value]);
  });
  for (const event of ['doctype', 'processinginstruction', 'comment', 'cdata'] as const)
    parser.on(event, () => {
      throw new Error(event);
    });
  parser.write(source).close();
  return { tags, found };
}

/** Fails for anything that isn't a plain drawing. */
function expectHarmless(source: string): void {
  const { tags, found } = partsOf(source);
  expect(tags.filter((tag) => !shapes.has(tag))).toEqual([]);
  expect(tags.slice(1)).not.toContain('svg');
  const root = new Set(['xmlns', 'viewBox']);
  const extra = new Set(['data-area']);
  expect(
    found.filter(
      ([name, value]) => !root.has(name) && !extra.has(name) && !attributes.get(name)?.test(value),
    ),
  ).toEqual([]);
  expect(found.filter(([name, value]) => name === 'data-area' && /[\s<>"'`:;()]/u.test(value))).toEqual([]);
  expect(found.filter(([name, value]) => name === 'xmlns' && value !== SVG)).toEqual([]);
  expect(
    found.filter(
      ([name, value]) => name !== 'data-area' && /url\s*\(|javascript|data:|@import|expression/i.test(value),
    ),
  ).toEqual([]);
}

describe('the sanitizer of drawings', () => {
  it('keeps shapes, their geometry and their colours', () => {
    const drawing =
      '<g transform="translate(10, 20) rotate(-4.5)" fill="#eee"><path d="M0 0 h10.5 v-2 z" stroke="rgb(1, 2, 3)" stroke-width="2px"/>' +
      '<rect x="1" y="2" width="3" height="4" rx="1"/><polygon points="0,0 1,1 2,0" opacity=".5"/>' +
      '<text x="5" y="6" text-anchor="middle">Row <tspan font-weight="600">A &amp; B</tspan></text></g>';
    expect(inside(drawing)).toBe(drawing);
  });

  it('sets the declarations of a style as attributes, which the pages of the console allow', () => {
    expect(
      inside('<path style="fill: #f00; stroke:url(#x); -moz-binding:url(//x); stroke-width : 2" d="M0 0"/>'),
    ).toBe('<path d="M0 0" fill="#f00" stroke-width="2"/>');
  });

  it('names areas by data-area, else by a title, else by an id that a person gave', () => {
    const { svg: written, areas } = sanitizeSvg(
      svg(
        '<g data-area="North 104" id="g12"><title>ignored</title><path id="path3" d="M0 0"/></g>' +
          '<path d="M1 1"><title> East\n 210 </title></path><rect id="West_x20_12" width="1" height="1"/>' +
          '<rect id="Layer_1" width="1" height="1"/><text id="Label">Text</text>',
      ),
    );
    expect(areas).toEqual([
      { key: 'north104', name: 'North 104' },
      { key: 'east210', name: 'East 210' },
      { key: 'west12', name: 'West_x20_12' },
    ]);
    expect(written).toContain('<g data-area="north104"><path d="M0 0"/></g>');
    expect(written).toContain('<path d="M1 1" data-area="east210"/>');
    expect(written).not.toMatch(/ id=|title|ignored/);
  });

  it('takes the size from width and height without a viewBox', () => {
    expect(sanitizeSvg(svg('', 'width="40px" height="30"')).svg).toContain('viewBox="0 0 40 30"');
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script of another prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
    [
      'HTML',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    ],
    ['HTML without foreignObject', '<img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>'],
    ['an image', '<image href="https://evil.example/x.png" width="1" height="1"/>'],
    [
      'a reference',
      '<use href="#a"/><use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="data:image/svg+xml;base64,AA"/>',
    ],
    ['a style sheet', '<style>@import url(//evil.example); * { fill: url(#x) }</style>'],
    [
      'an animation',
      '<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="d" values="x"/>',
    ],
    [
      'definitions',
      '<defs><linearGradient id="a"/><filter id="b"><feImage href="//evil.example"/></filter></defs>',
    ],
    ['a mask', '<mask id="m"><rect width="1" height="1"/></mask>'],
    ['an iframe', '<iframe src="//evil.example"/>'],
    ['a nested drawing', '<svg><script/></svg>'],
    ['a comment and an instruction', '<!-- <script/> --><?xml-stylesheet href="//evil.example"?>'],
    ['metadata', '<metadata><x:a xmlns:x="urn:x"><script/></x:a></metadata>'],
  ])('leaves out %s', (_, content) => {
    expect(inside(`${content}<path d="M0 0"/>`)).toBe('<path d="M0 0"/>');
  });

  it.each([
    'onclick="alert(1)"', 'ONLOAD="x"', 'href="javascript:alert(1)"', 'fill="url(#a)"', 'fill="url(//evil.example)"',
    'stroke="u\\72l(x)"', 'filter="url(#a)"', 'clip-path="url(#a)"', 'class="MuiButton"', 'id="root"', 'tabindex="0"',
    'style="fill:url(javascript:1)"', 'style="fill:\\75 rl(x)"', 'xml:base="//evil.example"', 'd="M0 0 &#10;<"',
    'transform="matrix(1 0 0 1 0 0) url(x)"', 'width="expression(1)"', 'aria-label="x"', 'role="alert"',
  ])('leaves out the attribute %s', (attribute) => {
    if (attribute.includes('<')) expect(() => inside(`<path ${attribute}/>`)).toThrow(UnusableSvg);
    else expect(inside(`<path ${attribute}/>`)).toMatch(/^<path(?: data-area="root")?\/>$/);
  }); // prettier-ignore

  it('keeps what is drawn within a link, without the link', () => {
    expect(inside('<a href="javascript:alert(1)" target="_top"><path d="M0 0"/></a>')).toBe(
      '<g><path d="M0 0"/></g>',
    );
  });

  it('names what it left out', () => {
    expect(sanitizeSvg(svg('<script/><image href="x"/><path onclick="x"/>')).removed).toEqual([
      'script',
      'image',
      'onclick',
    ]);
  });

  it.each([
    ['text', 'hello'],
    ['nothing', ''],
    ['HTML', '<html><svg viewBox="0 0 1 1"/></html>'],
    ['an SVG without its namespace', '<svg viewBox="0 0 1 1"/>'],
    ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"/>'],
    ['an unclosed element', svg('<g>')],
    ['two roots', svg('') + svg('')],
    ['declared entities', `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svg('&a;')}`],
    ['external entities', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('&a;')}`],
    ['unknown entities', svg('&nbsp;')],
    ['a repeated attribute', svg('<path d="" d=""/>')],
    ['no size', `<svg xmlns="${SVG}"/>`],
    ['a size that is no size', svg('', 'viewBox="0 0 0 NaN"')],
    ['too many elements', svg('<g/>'.repeat(20_001))],
    ['too many levels', svg('<g>'.repeat(100) + '</g>'.repeat(100))],
    ['too many levels of what is left out', svg('<x>'.repeat(100_000) + '</x>'.repeat(100_000))],
    ['too many areas', svg(Array.from({ length: 2_001 }, (_, at) => `<g id="a${at}"/>`).join(''))],
  ])('refuses %s', (_, source) => {
    expect(() => sanitizeSvg(source)).toThrow(UnusableSvg);
  });

  it('accepts a document type without entities', () => {
    const doctype =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    expect(sanitizeSvg(`<?xml version="1.0"?>${doctype}${svg('<g/>')}`).svg).toBe(svg('<g/>'));
  });

  const hostile = [
    'javascript:alert(1)', 'url(#a)', 'url(https://evil.example)', '"><script>alert(1)</script>', '&lt;script&gt;', '&#x3C;script>',
    'data:text/html,<script>', 'expression(alert(1))', '\\75rl(x)', '@import "x"', '-->', ']]>', '<![CDATA[<script>]]>', '&quot; onload=&quot;x',
    'M0 0', '#fff', 'red', '10px', '1e9', 'translate(1)', '</svg><script/>', '\u202e', '\u0000', '\ud800', '𝕏', "'", '"', '&', '<', ';', ':',
  ]; // prettier-ignore
  const name = fc.constantFrom(
    'svg', 'g', 'path', 'rect', 'text', 'tspan', 'title', 'a', 'script', 'style', 'use', 'image', 'foreignObject', 'animate', 'set', 'iframe', 'x:script', 'SVG', 'Path',
    'xlink:href', 'math', 'html', 'desc', 'defs', 'switch', 'symbol', 'marker', 'pattern', 'feImage', 'mpath', 'handler', 'listener', 'xml:a', 'template',
  ); // prettier-ignore
  const attributeName = fc.constantFrom(
    'd', 'fill', 'stroke', 'style', 'id', 'data-area', 'class', 'href', 'xlink:href', 'xmlns', 'xmlns:x', 'xml:base', 'onload', 'onclick', 'ONERROR', 'transform',
    'viewBox', 'width', 'points', 'filter', 'mask', 'clip-path', 'begin', 'values', 'to', 'attributeName', 'src', 'xml:space', 'font-size', 'tabindex',
  ); // prettier-ignore
  const value = fc.oneof(
    fc.constantFrom(...hostile),
    fc.string(),
    fc.array(fc.constantFrom(...hostile)).map((all) => all.join(' ')),
  );
  const escaped = value.map((text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  );
  const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
    element: fc
      .tuple(
        name,
        fc.array(fc.tuple(attributeName, fc.oneof(escaped, value)), { maxLength: 5 }),
        tie('content'),
      )
      .map(([tag, given, content]) => {
        const unique = new Map(given);
        return `<${tag}${[...unique].map(([key, text]) => ` ${key}="${text}"`).join('')}>${content}</${tag}>`;
      }),
    content: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      escaped,
      value,
      fc.constantFrom('<!-- x -->', '<![CDATA[<script>]]>', '<?php x ?>', '<path d="M0 0"/>'),
      fc.array(tie('element'), { maxLength: 4 }).map((all) => all.join('')),
    ),
  }));

  it('writes nothing but a plain drawing, or rejects, whatever is uploaded', () => {
    let usable = 0;
    const check = (source: string) => {
      let sanitized;
      try {
        sanitized = sanitizeSvg(source);
      } catch (error) {
        expect(error).toBeInstanceOf(UnusableSvg);
        return;
      }
      usable += 1;
      expectHarmless(sanitized.svg);
      expect(sanitizeSvg(sanitized.svg).svg).toBe(sanitized.svg);
    };
    fc.assert(
      fc.property(element, (content) => check(svg(content))),
      { numRuns: 5_000 },
    );
    fc.assert(fc.property(fc.string(), check));
    fc.assert(fc.property(fc.string(), fc.string(), (before, after) => check(before + svg('<g/>') + after)));
    expect(usable).toBeGreaterThan(500);
  });

  it.each([
    ['elements', (size: number) => svg('<g><path d="M0 0"/></g>'.repeat(size))],
    ['path data', (size: number) => svg(`<path d="${'M0 0 '.repeat(size * 4)}!"/>`)],
    ['transforms', (size: number) => svg(`<path transform="${'rotate (1) '.repeat(size * 4)}!"/>`)],
    ['styles', (size: number) => svg(`<path style="${'fill : #fff ; '.repeat(size * 4)}"/>`)],
    ['spaces', (size: number) => svg(`<path fill="${' '.repeat(size * 9)}x" d="${'-'.repeat(size * 9)}!"/>`)],
    ['titles', (size: number) => svg(`<path><title>${'a&amp;'.repeat(size * 4)}</title></path>`)],
    ['left-out elements', (size: number) => svg('<b>x</b>'.repeat(size))],
    ['style sheets', (size: number) => svg(`<style>${'.a , #b { fill : #fff }'.repeat(size)}</style>`)],
    ['style sheets without rules', (size: number) => svg(`<style>${'a ! '.repeat(size * 4)}</style>`)],
    ['unclosed comments', (size: number) => svg(`<style>${'/* '.repeat(size * 4)}</style>`)],
    ['references', (size: number) => svg(`<path id="a" d="M0 0"/>${'<use href="#a"/>'.repeat(size)}`)],
  ])('takes time that grows with the size of %s', (_, drawing) => {
    expect(costGrowth((size) => sanitizeSvg(drawing(size)), 600)).toBeLessThan(4);
  });
});
