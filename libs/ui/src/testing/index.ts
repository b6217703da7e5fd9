export { englishOn, namesAndPlaces } from './catalogue-check';
