/** `1 resource`, `12 resources`: for nouns whose plural is formed with an s. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What took a time: `0.4 s`, `59.9 s`, `3 min 20 s`. */
export const formatDuration = (milliseconds: number): string => {
  const tenths = Math.round(milliseconds / 100);
  return tenths < 600 ? `${(tenths / 10).toFixed(1)} s` : formatSeconds(milliseconds);
};

/** A time in whole seconds: `45 s`, `3 min 20 s`. */
export const formatSeconds = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};
