const most = 12;

/** The first few of some names, for a message. */
export const someOf = (names: Iterable<string>): string => {
  const shown: string[] = [];
  for (const name of names) {
    if (shown.length === most) return `${shown.join(', ')}, …`;
    shown.push(name.length > 60 ? `${name.slice(0, 60)}…` : name);
  }
  return shown.join(', ');
};
