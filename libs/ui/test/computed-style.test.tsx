import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { select } from './dom';
import { show } from './frame';
import { Gallery } from './gallery';

const isFrame = (element: Element | undefined): element is HTMLIFrameElement =>
  element instanceof HTMLIFrameElement;

function getFrame(): HTMLIFrameElement {
  const [frame] = select(document, 'iframe');
  return isFrame(frame) ? frame : document.head.appendChild(document.createElement('iframe'));
}

/** Returns jsdom's own result: `getComputedStyle` is replaced only in the test's window (libs/module-kit/presets/jest/computed-style.cjs). */
function getOriginalStyle(element: Element): CSSStyleDeclaration {
  return getFrame().contentWindow!.getComputedStyle(element);
}

const properties = [
  'display',
  'visibility',
  'opacity',
  'pointer-events',
  'user-select',
  'scroll-padding-left',
  'scroll-padding-right',
];
const styleOf = (style: CSSStyleDeclaration) =>
  Object.fromEntries(properties.map((property) => [property, style.getPropertyValue(property)]));

const differences = () =>
  select(document.body, '*').filter(
    (element) =>
      JSON.stringify(styleOf(getComputedStyle(element))) !==
      JSON.stringify(styleOf(getOriginalStyle(element))),
  );

describe('getComputedStyle in tests', () => {
  it('equals jsdom for every element of the gallery, also after an interaction', async () => {
    show(<Gallery />);
    expect(differences()).toEqual([]);
    await userEvent.setup().click(screen.getByRole('checkbox', { name: 'Show expired' }));
    expect(differences()).toEqual([]);
  });

  it('follows changes of classes, attributes, rules and ancestors', () => {
    document.body.innerHTML =
      '<p class="a"><i>1</i><b hidden>2</b><svg class="c"></svg><input type="hidden"></p>';
    const sheet = document.head.appendChild(document.createElement('style')).sheet!;
    const [p, i, b] = ['p', 'i', 'b'].map((name) => select(document, name)[0] as HTMLElement);
    expect(getComputedStyle(i!).visibility).toBe('visible');
    for (const rule of [
      '.a { visibility: hidden }',
      '.a > i, .c { display: flex }',
      '.a:not(.x, .y) b { display: grid }',
    ])
      sheet.insertRule(rule, sheet.cssRules.length);
    expect(getComputedStyle(i!).visibility).toBe('hidden');
    expect(getComputedStyle(i!).display).toBe('flex');
    expect(differences()).toEqual([]);
    p!.className = 'x';
    b!.hidden = false;
    i!.style.display = 'none';
    expect(getComputedStyle(i!).visibility).toBe('visible');
    expect(differences()).toEqual([]);
  });
});
