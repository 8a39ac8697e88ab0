import { type AttributeKind, stringOfLength } from '@slipway/declarations/declare';

/** A pattern without control characters and line separators. */
const oneLine = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';
const oneLinePattern = new RegExp(oneLine, 'u');

/** A name. It is shown in lists, messages and logs, where a line break could forge a line. */
export const nameKind: AttributeKind<string> = {
  ...stringOfLength(1, 255),
  json: { type: 'string', minLength: 1, maxLength: 255, pattern: oneLine },
  description: 'one line of 1 to 255 characters',
  accepts: (value) => stringOfLength(1, 255).accepts(value) && oneLinePattern.test(value as string),
};
