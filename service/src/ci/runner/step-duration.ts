const unitMilliseconds: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses `10m`, `1.5h`, `1h30m`, or a number of seconds; milliseconds, at most a day. Undefined for anything else. */
export const parseStepDuration = (text: string): number | undefined => {
  const parts = [...text.trim().matchAll(/(\d{1,6}(?:\.\d{1,6})?)(ms|s|m|h)/g)];
  const sum = /^\d{1,6}$/.test(text.trim())
    ? Number(text) * unitMilliseconds['s']!
    : parts.map(([one]) => one).join('') === text.trim() && parts.length > 0
      ? parts.reduce((all, [, amount, unit]) => all + Number(amount) * unitMilliseconds[unit!]!, 0)
      : undefined;
  return sum === undefined || sum <= 0 ? undefined : Math.min(sum, 24 * unitMilliseconds['h']!);
};
