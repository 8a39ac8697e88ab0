import { isObject } from '../json.ts';

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isPosition = (value: unknown): boolean => isObject(value) && isCount(value['line']) && isCount(value['character']);
const isRange = (value: unknown): boolean => isObject(value) && isPosition(value['start']) && isPosition(value['end']);
const hasDocument = (value: { readonly [name: string]: unknown }): boolean =>
  isObject(value['textDocument']) && typeof value['textDocument']['uri'] === 'string';

/** What the parameters of a method must have besides a document. */
const further: { readonly [method: string]: readonly (readonly [name: string, isValid: (value: unknown) => boolean])[] } = {
  'textDocument/hover': [['position', isPosition]],
  'textDocument/completion': [['position', isPosition]],
  'textDocument/codeAction': [
    ['range', isRange],
    ['context', isObject],
  ],
  'textDocument/documentSymbol': [],
  'textDocument/documentLink': [],
  'textDocument/diagnostic': [],
  'textDocument/didOpen': [],
  'textDocument/didChange': [['contentChanges', Array.isArray]],
  'textDocument/didClose': [],
  'textDocument/didSave': [],
};

/** What is wrong with the parameters of a message; undefined if they are valid, or the method has no rules here. */
export function paramsFault(method: string, params: unknown): string | undefined {
  if (!Object.hasOwn(further, method)) return undefined;
  if (!isObject(params)) return `${method} needs an object as its parameters.`;
  if (!hasDocument(params)) return `${method} needs textDocument.uri, a string.`;
  const bad = further[method]!.find(([name, isValid]) => !isValid(params[name]));
  return bad && `${method} needs ${bad[0]} as the protocol defines it.`;
}
