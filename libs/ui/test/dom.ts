/** Finds elements by selector, for parts of charts and icons, which have no role or text. */
export const select = (root: ParentNode, selector: string): Element[] => [...root.querySelectorAll(selector)];
