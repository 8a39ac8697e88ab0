/** Delimiters of user information in an address; repetitions are bounded, so that matching takes linear time. */
const patterns = [
  /(:\/\/|%3a%2f%2f)[^\s"'<>]{1,500}(@|%40)/gi,
  // Without a scheme, or with a malformed one: `user:password@host`.
  /([^\s"'<>:/@]{1,100}:)[^\s"'<>@]{1,500}(@)/g,
] as const;

/**
 * The text without users and passwords of addresses: `https://***@host`. For messages that quote input. It may hide more than necessary,
 * but not less.
 */
export const hideUserInfo = (text: string): string =>
  text.includes('@') || text.includes('%40') ? patterns.reduce((hidden, pattern) => hidden.replaceAll(pattern, '$1***$2'), text) : text;
