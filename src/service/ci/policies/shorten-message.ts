import { configurationLimits } from '../configuration/index.ts';

/** What is said of a text may repeat a part of it, of whatever length. */
export const shortenMessage = (words: string): string =>
  words.length <= configurationLimits.message ? words : `${words.slice(0, configurationLimits.message).replace(/[\ud800-\udbff]$/, '')}…`;
