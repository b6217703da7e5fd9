import { css, type CSSObject } from '@emotion/react';
import { createStyleCache } from '../src/theme/style-cache';

const elements = () =>
  [...document.head.querySelectorAll<HTMLStyleElement>('style[data-emotion="ts"]')].map((element) =>
    [...(element.sheet?.cssRules ?? [])].map((rule) => rule.cssText.replace(/\s+/g, '')),
  );

it('keeps styles with an at-rule apart from the plain ones, each by itself and in its order', () => {
  const cache = createStyleCache('the-nonce');
  const insert = (name: string, styles: CSSObject) =>
    cache.insert(`.${name}`, css(styles), cache.sheet, true);
  insert('a', { color: 'red' });
  insert('b', { height: 26, '@media print': { height: 40 } });
  insert('c', { color: 'blue', '&:hover': { color: 'green' } });
  insert('d', { width: 2, '@media print': { width: 1 } });
  const [plain, ...apart] = elements();
  expect(plain).toEqual(['.a{color:red;}', '.c{color:blue;}', '.c:hover{color:green;}']);
  expect(apart).toEqual([
    ['.b{height:26px;}', '@mediaprint{.b{height:40px;}}'],
    ['.d{width:2px;}', '@mediaprint{.d{width:1px;}}'],
  ]);
  for (const element of document.head.querySelectorAll<HTMLStyleElement>('style[data-emotion="ts"]'))
    expect(element.nonce).toBe('the-nonce');
});
