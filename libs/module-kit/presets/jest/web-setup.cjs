require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');
const computedStyles = require('./computed-style.cjs');

// Waits end as soon as the page shows what is expected; the limit only matters where it never does.
configure({ asyncUtilTimeout: 20_000 });

// jsdom lays nothing out, and so nothing there ever changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// jsdom has no animations.
if (globalThis.Element) globalThis.Element.prototype.animate ??= () => ({ cancel() {} });

// jsdom has no scrolling.
if (globalThis.Element) globalThis.Element.prototype.scrollIntoView ??= () => undefined;

// Virtual lists render what fits into their box: every box is as high as a small window.
if (globalThis.HTMLElement)
  Object.defineProperty(globalThis.HTMLElement.prototype, 'clientHeight', {
    configurable: true,
    get: () => 800,
  });

const { window } = globalThis;
if (window) window.getComputedStyle = computedStyles(window);

// Removes a page's styles with the page, as a browser does: jsdom checks every rule for each element it looks for.
globalThis.afterEach(() => {
  for (const sheet of globalThis.document?.head.querySelectorAll('style') ?? []) sheet.remove();
});
