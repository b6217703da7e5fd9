/**
 * Where the shell adds what concerns the whole console, such as when refused requests are repeated: a place in the layout, so
 * that nothing is covered. A dialog has its own, since nothing outside it can be focused.
 */
export const NoticeHost = () => <div data-notices="" style={{ flex: 'none', minWidth: 0 }} />;

/** The place on the page, or in the topmost dialog; undefined on a page without one. */
export const findNoticeHost = (): Element | undefined =>
  [...document.querySelectorAll('[data-notices]')].at(-1);
