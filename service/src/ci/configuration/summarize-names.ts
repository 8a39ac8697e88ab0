import { firstCharacters, isLongerThan } from '../../http/characters.ts';
const maxNames = 12;

/** Joins the first few names, for a message. */
export const summarizeNames = (names: Iterable<string>): string => {
  const shown: string[] = [];
  for (const name of names) {
    if (shown.length === maxNames) return `${shown.join(', ')}, …`;
    shown.push(isLongerThan(name, 60) ? `${firstCharacters(name, 60)}…` : name);
  }
  return shown.join(', ');
};
