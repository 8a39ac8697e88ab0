/** The visible form of a secret value: four x and its last four characters. */
export const maskValue = (value: string): string => `xxxx${[...value].slice(-4).join('')}`;
