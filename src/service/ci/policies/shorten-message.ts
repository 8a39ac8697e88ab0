import { configurationLimits } from '../configuration/index.ts';

/** Limits the length of a message, which may quote a text of any length. */
export const shortenMessage = (words: string): string =>
  words.length <= configurationLimits.message ? words : `${words.slice(0, configurationLimits.message).replace(/[\ud800-\udbff]$/, '')}…`;
