/** Characters of a label's value; words that came from outside may be of any length. */
const maxLabelCharacters = 200;
export const truncateLabel = (value: string): string =>
  value.length > maxLabelCharacters ? `${value.slice(0, maxLabelCharacters)}…` : value;

/** Series of one metric; words from outside make no more of them than these. */
export const maxSeries = 1000;
