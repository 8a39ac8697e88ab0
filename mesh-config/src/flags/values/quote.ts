/** Characters that end a line or control a terminal. */
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const escapeCharacter = (letter: string): string => {
  const known = ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' } as Readonly<Record<string, string>>)[letter];
  return known ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
};

/** The text on one line: control characters are shown by their numbers. */
export const toSingleLine = (text: string): string => text.replace(controlCharacters, escapeCharacter);

/** The text in double quotes, on one line. */
export const quote = (text: string): string => `"${toSingleLine(text.replace(/["\\]/g, '\\$&'))}"`;
