/** The length of a value from which on its last four characters may be shown: at least as many stay hidden. */
export const shortestShownValue = 8;

/** The visible form of a secret value: four x and its last four characters; four x only for a short value (decision 143). */
export const maskValue = (value: string): string => {
  const characters = [...value];
  return characters.length < shortestShownValue ? 'xxxx' : `xxxx${characters.slice(-4).join('')}`;
};
