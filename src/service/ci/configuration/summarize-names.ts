const maxNames = 12;

/** Joins the first few names, for a message. */
export const summarizeNames = (names: Iterable<string>): string => {
  const shown: string[] = [];
  for (const name of names) {
    if (shown.length === maxNames) return `${shown.join(', ')}, …`;
    shown.push(name.length > 60 ? `${name.slice(0, 60)}…` : name);
  }
  return shown.join(', ');
};
