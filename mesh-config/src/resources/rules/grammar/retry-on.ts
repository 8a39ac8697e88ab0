const conditions: ReadonlySet<string> = new Set([
  '5xx',
  'gateway-error',
  'reset',
  'connect-failure',
  'retriable-4xx',
  'refused-stream',
  'retriable-status-codes',
  'cancelled',
  'deadline-exceeded',
  'internal',
  'resource-exhausted',
  'unavailable',
]);
/** Registered status codes of HTTP, from and to. */
const statusRanges: readonly (readonly [number, number])[] = [
  [100, 103],
  [200, 208],
  [226, 226],
  [300, 305],
  [307, 308],
  [400, 418],
  [421, 426],
  [428, 429],
  [431, 431],
  [451, 451],
  [500, 508],
  [510, 511],
];
const isStatus = (word: string): boolean =>
  /^[0-9]{1,9}$/.test(word) && statusRanges.some(([from, to]) => Number(word) >= from && Number(word) <= to);

/** Conditions and status codes with commas between them, and no blanks. */
export const isRetryOn = (text: string): boolean => text.split(',').every((word) => conditions.has(word) || isStatus(word));
