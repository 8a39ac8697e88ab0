/** The position in a stream of JSON lines: a mask that replaces a number or an object needs quotes, so that the line stays JSON. */
export interface JsonLines {
  /** Advances by these bytes. */
  pass(bytes: Uint8Array): void;
  /** Whether a value may begin here: the place is in no text, and behind a colon, a comma or a bracket. */
  isAtValue(): boolean;
  /** Whether the place is in no text. */
  isOutside(): boolean;
}

const [lineFeed, quote, backslash] = [10, 34, 92];
/** `:`, `,`, `[`, and the space behind one of them. */
const beforeValues: ReadonlySet<number> = new Set([58, 44, 91, 32]);

export const createJsonLines = (): JsonLines => {
  let [isInText, isEscaped, last] = [false, false, lineFeed];
  return {
    pass: (bytes) => {
      for (const byte of bytes) {
        if (byte === lineFeed) isInText = isEscaped = false;
        else if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = isInText;
        else if (byte === quote) isInText = !isInText;
        last = byte;
      }
    },
    isAtValue: () => !isInText && beforeValues.has(last),
    isOutside: () => !isInText,
  };
};
