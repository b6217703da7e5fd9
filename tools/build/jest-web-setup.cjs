require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');
const computedStyles = require('./jest-computed-style.cjs');

// Waits end as soon as the page shows what is expected; the limit only matters where it never does.
configure({ asyncUtilTimeout: 20_000 });

// jsdom lays nothing out, and so nothing there ever changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Nor does it paint: what is observed is told of once, as after a frame.
globalThis.IntersectionObserver ??= class {
  constructor(told) {
    this.told = told;
  }
  observe(target) {
    this.frame = setTimeout(() => this.told([{ target, isIntersecting: true }], this));
  }
  unobserve() {}
  disconnect() {
    clearTimeout(this.frame);
  }
};

const { window } = globalThis;
if (window) window.getComputedStyle = computedStyles(window);

// A page's styles go with it, as in a browser: jsdom asks every rule there is about each element that is looked for.
globalThis.afterEach(() => {
  for (const sheet of globalThis.document?.head.querySelectorAll('style') ?? []) sheet.remove();
});
