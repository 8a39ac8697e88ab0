/** Where the user information of an address may begin and end; bounded, so that it takes linear time. */
const patterns = [
  /(:\/\/|%3a%2f%2f)[^\s"'<>]{1,500}(@|%40)/gi,
  // Without its scheme, or with one that is broken: `user:password@host`.
  /([^\s"'<>:/@]{1,100}:)[^\s"'<>@]{1,500}(@)/g,
] as const;

/**
 * The text without users and passwords of addresses: `https://***@host`. For sentences that repeat what somebody sent; it hides rather too
 * much than too little.
 */
export const hideUserInfo = (text: string): string =>
  text.includes('@') || text.includes('%40') ? patterns.reduce((hidden, pattern) => hidden.replaceAll(pattern, '$1***$2'), text) : text;
