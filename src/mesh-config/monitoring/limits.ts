/** Characters of a label's value; words that came from outside may be of any length. */
const longest = 200;
export const cut = (value: string): string => (value.length > longest ? `${value.slice(0, longest)}…` : value);

/** Series of one metric; words from outside make no more of them than these. */
export const mostSeries = 1000;
