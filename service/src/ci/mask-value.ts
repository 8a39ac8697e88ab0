/** From so many characters on the last four of a value may be shown: at least as many stay hidden. */
export const shortestShownValue = 8;

/** The visible form of a secret value: four x and its last four characters; of a short value (decision 143) four x alone. */
export const maskValue = (value: string): string => {
  const characters = [...value];
  return characters.length < shortestShownValue ? 'xxxx' : `xxxx${characters.slice(-4).join('')}`;
};
