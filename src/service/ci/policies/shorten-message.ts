import { limits } from '../configuration/index.ts';

/** What is said of a text may repeat a part of it, of whatever length. */
export const shortenMessage = (words: string): string =>
  words.length <= limits.message ? words : `${words.slice(0, limits.message).replace(/[\ud800-\udbff]$/, '')}…`;
