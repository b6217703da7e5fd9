export { englishOn, namesAndPlaces } from './catalogue-check';
export { setWidth, show } from './show';
