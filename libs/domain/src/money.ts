/** ISO 4217 currencies without minor units, and those with a thousandth; all others have a hundredth. */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const WITH_THREE = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** How many decimals amounts of a currency have, by ISO 4217; two where it is unknown. */
export const decimalsOf = (currency: string | null): number =>
  currency === null ? 2 : WITHOUT_DECIMALS.includes(currency) ? 0 : WITH_THREE.includes(currency) ? 3 : 2;

/** Whether an amount has no more decimals than its currency. */
export const isExactAmount = (amount: number, currency: string | null): boolean =>
  toAmount(toMinor(amount, currency), currency) === amount;

/** An amount such as 42.5 in minor units: 4250 for GBP. */
export const toMinor = (amount: number, currency: string | null): number =>
  Math.round(amount * 10 ** decimalsOf(currency));

/** Minor units as an amount: 42.5 for 4250 of GBP. */
export const toAmount = (minor: number, currency: string | null): number =>
  minor / 10 ** decimalsOf(currency);

/** Adds amounts of one currency exactly: none divides further than into thousandths. */
export const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 1000), 0) / 1000;
