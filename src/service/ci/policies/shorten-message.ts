import { configurationLimits } from '../configuration/index.ts';

/** Limits the length of a message, which may quote a text of any length. */
export const shortenMessage = (message: string): string =>
  message.length <= configurationLimits.message
    ? message
    : `${message.slice(0, configurationLimits.message).replace(/[\ud800-\udbff]$/, '')}…`;
