export { findUntranslatedTexts, listTextPlaceholders } from './catalogue-check';
export { setViewportWidth, show } from './show';
