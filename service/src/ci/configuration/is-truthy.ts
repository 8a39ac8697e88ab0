/** Whether a condition treats a value as true: all except false, null, 0, NaN and the empty text. */
export const isTruthy = (value: unknown): boolean =>
  value !== false && value !== null && value !== undefined && value !== 0 && !Number.isNaN(value) && value !== '';
