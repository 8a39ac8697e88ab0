import { type AttributeKind, stringOfLength } from '@slipway/declarations/declare';

/** Without control characters and other ends of lines. */
const oneLine = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';
const oneLinePattern = new RegExp(oneLine, 'u');

/** Names stand in lists, messages and logs: a line break in one could pass for a line of its own. */
export const nameKind: AttributeKind<string> = {
  ...stringOfLength(1, 255),
  json: { type: 'string', minLength: 1, maxLength: 255, pattern: oneLine },
  description: 'one line of 1 to 255 characters',
  accepts: (value) => stringOfLength(1, 255).accepts(value) && oneLinePattern.test(value as string),
};
