import { RegoQueryError } from '../../errors.ts';
import { formatJson, isObject, isString, objectOf, parseJson, type RegoValue } from '../../values/index.ts';
import { defineBuiltin, type Builtin } from '../builtin.ts';
import { findDocumentFaults } from './check-document.ts';
import { validateSchema } from './schema-faults.ts';

/** The plain document of an operand: an object, whose sets become arrays, or the text of one. */
function readDocument(value: RegoValue): { readonly document: RegoValue } | { readonly fault: string } {
  if (!isString(value) && !isObject(value)) return { fault: 'wrong type, expected string or object' };
  try {
    return { document: parseJson(isString(value) ? value : formatJson(value)) };
  } catch (error) {
    if (error instanceof RegoQueryError) return { fault: 'invalid JSON string' };
    throw error;
  }
}

/** Checks of documents against JSON Schemas of the drafts 4 to 7. */
export const jsonSchemaBuiltins: readonly Builtin[] = [
  defineBuiltin('json.verify_schema', 1, ([schema], { tick }) => {
    const read = readDocument(schema);
    const fault = 'fault' in read ? read.fault : validateSchema(read.document, tick);
    return [fault === undefined, fault === undefined ? null : `jsonschema: ${fault}`];
  }),
  defineBuiltin('json.match_schema', 2, ([value, schema], { tick }) => {
    const [document, rules] = [readDocument(value), readDocument(schema)];
    if ('fault' in document || 'fault' in rules || validateSchema(rules.document, tick) !== undefined) return undefined;
    const faults = findDocumentFaults(document.document, rules.document, tick);
    return [
      faults.length === 0,
      faults.map(({ field, type, description }) =>
        objectOf([
          ['desc', description],
          ['error', `${field}: ${description}`],
          ['field', field],
          ['type', type],
        ]),
      ),
    ];
  }),
];
