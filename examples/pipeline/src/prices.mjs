/** A price in cents with value-added tax, rounded to whole cents. */
export const withTax = (cents, percent) => Math.round(cents * (1 + percent / 100));

/** As people read it: `12.50`. */
export const shown = (cents) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
