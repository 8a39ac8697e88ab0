import { firstCharacters, isLongerThan } from '../../http/characters.ts';
import { configurationLimits } from '../configuration/configuration-limits.ts';

/** Limits the length of a message, which may quote a text of any length. */
export const shortenMessage = (message: string): string =>
  isLongerThan(message, configurationLimits.message) ? `${firstCharacters(message, configurationLimits.message)}…` : message;
