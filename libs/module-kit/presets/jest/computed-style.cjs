// Computed styles for tests. jsdom matches every rule of a page for each computed style, and a query by role and name reads
// the style of every element, which took most of the tests' time. The properties that decide whether an element is visible
// and clickable are computed here, each from the rules that can apply; jsdom computes all others.
// Like jsdom, this uses only the order of rules and ignores rules that depend on the screen.
// libs/ui/test/computed-style.test.tsx compares the two.

/** What an element has without any rule; `inherits`: only where no element around it has one. */
const properties = {
  // By the browser's own style sheet.
  display: { initial: null, inherits: false },
  opacity: { initial: '', inherits: false },
  'user-select': { initial: '', inherits: false },
  visibility: { initial: 'visible', inherits: true },
  'pointer-events': { initial: 'auto', inherits: true },
  // Tabs read these of their scroller whenever they are drawn.
  'scroll-padding-left': { initial: '', inherits: false },
  'scroll-padding-right': { initial: '', inherits: false },
};

/** The class that an element must have for a selector to match it; '' where that can't be seen at once. */
function classOf(selector) {
  if (selector.includes('(')) return '';
  const last = selector.split(/[\s>+~]+/).at(-1);
  return /\.([\w-]+)/.exec(last)?.[1] ?? '';
}

/** The rules of a sheet that give a value to one of the properties, by property and class. */
function indexOf(sheet) {
  const index = Object.fromEntries(Object.keys(properties).map((property) => [property, new Map()]));
  [...sheet.cssRules].forEach(({ selectorText, style }, order) => {
    // Rules with a condition and key frames have no selector.
    if (!selectorText || selectorText.includes('::')) return;
    for (const property of Object.keys(properties)) {
      const value = style.getPropertyValue(property);
      if (!value) continue;
      const selectors = selectorText.includes('(') ? [selectorText] : selectorText.split(',');
      for (const selector of selectors) {
        const name = classOf(selector.trim());
        index[property].set(name, [...(index[property].get(name) ?? []), { selector, value, order }]);
      }
    }
  });
  return index;
}

module.exports = function computedStyles(window) {
  const { document } = window;
  const ofJsdom = window.getComputedStyle;
  const indexes = new WeakMap();
  const byTag = new Map();
  /** Has no rules of a page, so that there are none to be matched. */
  const blank = document.implementation.createHTMLDocument();

  const indexed = (sheet) => {
    if (!indexes.has(sheet)) indexes.set(sheet, indexOf(sheet));
    return indexes.get(sheet);
  };

  let sheets = null;
  /** All sheets. To go through jsdom's own list is slow, so it is read once until other code gets its turn. */
  const sheetsNow = () => {
    if (!sheets) {
      sheets = [...document.styleSheets].reverse();
      globalThis.queueMicrotask(() => (sheets = null));
    }
    return sheets;
  };

  // Emotion adds all its rules this way, so this is where a sheet changes or a new one appears.
  const { insertRule } = window.CSSStyleSheet.prototype;
  window.CSSStyleSheet.prototype.insertRule = function (...given) {
    sheets = null;
    indexes.delete(this);
    return insertRule.apply(this, given);
  };

  const matches = (element, selector) => {
    try {
      return element.matches(selector);
    } catch {
      return false;
    }
  };

  /** The element's own value, or that of the last rule that matches it; '' when there is none. */
  const ruled = (element, property) => {
    const own = element.style?.getPropertyValue(property);
    if (own) return own;
    for (const sheet of sheetsNow()) {
      const rules = indexed(sheet)[property];
      let last = { order: -1, value: '' };
      if (rules.size > 0)
        for (const name of ['', ...(element.getAttribute('class') ?? '').split(' ')])
          for (const rule of rules.get(name) ?? [])
            if (rule.order > last.order && matches(element, rule.selector)) last = rule;
      if (last.value) return last.value;
    }
    return '';
  };

  /** What the browser's own sheet gives such an element. */
  const ofTag = (element, property) => {
    const { localName, hidden, type, open } = element;
    const key = [localName, hidden, type, open, property].join();
    if (!byTag.has(key)) {
      const bare = blank.importNode(element);
      bare.removeAttribute('class');
      bare.removeAttribute('style');
      byTag.set(key, ofJsdom(bare).getPropertyValue(property));
    }
    return byTag.get(key);
  };

  const valueOf = (element, property) => {
    const { initial, inherits } = properties[property];
    const value = ruled(element, property);
    if (value) return value;
    if (inherits && element.parentElement) return valueOf(element.parentElement, property);
    return initial ?? ofTag(element, property);
  };

  return (element, pseudo) => {
    if (pseudo) return ofJsdom(element, pseudo);
    let full;
    const read = (property) => (property in properties ? valueOf(element, property) : undefined);
    return new Proxy(
      {},
      {
        get: (_, name) => {
          if (name === 'getPropertyValue')
            return (property) => read(property) ?? (full ??= ofJsdom(element)).getPropertyValue(property);
          const property = String(name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
          return read(property) ?? (full ??= ofJsdom(element))[name];
        },
      },
    );
  };
};
