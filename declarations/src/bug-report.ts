/** The text of an error that only a change of Slipway can remove: what happened, then the request to report it. */
export const describeBug = (fact: string, separator = ' '): string =>
  `${fact === '' ? '' : `${fact}${separator}`}This is a bug in Slipway; please report it.`;
