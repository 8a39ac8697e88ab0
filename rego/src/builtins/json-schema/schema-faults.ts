import {
  compareNumbers,
  entriesOf,
  getField,
  isArray,
  isEqual,
  isNumber,
  isObject,
  isString,
  toFloat,
  type ObjectValue,
  type RegoValue,
} from '../../values/index.ts';
import { RE2JS } from 're2js';
import { findReference } from './schema-references.ts';

export const schemaTypes: readonly string[] = ['array', 'boolean', 'integer', 'number', 'null', 'object', 'string'];

/** What a schema is checked against: the whole document that references lead into, and the references that were followed. */
interface SchemaDocument {
  readonly root: RegoValue;
  readonly seen: Set<string>;
  readonly tick: (steps: number) => void;
}
/** What is wrong with a schema, in the words of Open Policy Agent; undefined when it is valid. */
type Fault = string | undefined;

const wrongType = (expected: string, given: string): string => `Invalid type. Expected: ${expected}, given: ${given}`;
const isSchema = (value: RegoValue): boolean => typeof value === 'boolean' || isObject(value);
const firstFault = <T>(items: Iterable<T>, check: (item: T) => Fault): Fault => {
  for (const item of items) {
    const fault = check(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

function findTypeFault(type: RegoValue): Fault {
  if (!isString(type) && !(isArray(type) && type.every(isString))) return wrongType('type', 'string/Array Of Strings');
  const names = isString(type) ? [type] : (type as readonly string[]);
  return firstFault(names.entries(), ([index, name]) =>
    !schemaTypes.includes(name)
      ? `has a primitive type that is NOT VALID -- given: /${name}/ Expected valid values are:[${schemaTypes.join(' ')}]`
      : names.indexOf(name) < index
        ? `${name} type is duplicated`
        : undefined,
  );
}

const countKeywords = ['minLength', 'maxLength', 'minProperties', 'maxProperties', 'minItems', 'maxItems'];
const countPairs = [
  ['minLength', 'maxLength'],
  ['minProperties', 'maxProperties'],
  ['minItems', 'maxItems'],
] as const;
const isWhole = (value: RegoValue): boolean => isNumber(value) && Number.isInteger(toFloat(value));

function findNumberFault(schema: ObjectValue): Fault {
  const multiple = getField(schema, 'multipleOf');
  if (multiple !== undefined && !isNumber(multiple)) return wrongType('Number', 'multipleOf');
  if (multiple !== undefined && compareNumbers(multiple, 0) <= 0) return 'multipleOf must be strictly greater than 0';
  return (
    firstFault(['minimum', 'maximum'], (name) => {
      const bound = getField(schema, name);
      if (bound !== undefined && !isNumber(bound)) return `${name} must be of a Number`;
      const exclusive = `exclusive${name[0]?.toUpperCase()}${name.slice(1)}`;
      const strict = getField(schema, exclusive);
      if (typeof strict === 'boolean' && bound === undefined) return `${exclusive} cannot be used without ${name}`;
      return strict === undefined || typeof strict === 'boolean' || isNumber(strict) ? undefined : wrongType('boolean/number', exclusive);
    }) ??
    firstFault(countKeywords, (name) => {
      const value = getField(schema, name);
      if (value === undefined) return undefined;
      if (!isWhole(value)) return `${name} must be of an integer`;
      return toFloat(value as number) < 0 ? `${name} must be greater than or equal to 0` : undefined;
    }) ??
    firstFault(countPairs, ([least, most]) => {
      const [from, to] = [getField(schema, least), getField(schema, most)];
      if (from === undefined || to === undefined || least === 'minItems') return undefined;
      return compareNumbers(from as number, to as number) > 0 ? `${least} cannot be greater than ${most}` : undefined;
    })
  );
}

function findListFault(schema: ObjectValue): Fault {
  return firstFault(['required', 'enum'], (name) => {
    const values = getField(schema, name);
    if (values === undefined) return undefined;
    if (!isArray(values)) return `${name} must be of an array`;
    return firstFault(values.entries(), ([index, value]) => {
      if (name === 'required' && !isString(value)) return wrongType('string', name);
      return values.slice(0, index).some((other) => isEqual(other, value)) ? `${name} items must be unique` : undefined;
    });
  });
}

/** Keywords whose value is a schema, with the message for another value. */
const schemaKeywords: Readonly<Record<string, string>> = {
  additionalProperties: wrongType('boolean/Valid Schema', 'additionalProperties'),
  additionalItems: wrongType('boolean/Valid Schema', 'additionalItems'),
  propertyNames: wrongType('Valid Schema', 'patternProperties'),
  contains: 'Expected: Valid Schema, given: Invalid JSON',
  not: 'not must be of an object',
  if: 'if must be of an object',
  then: 'then must be of an object',
  else: 'else must be of an object',
};
/** Keywords whose value is an object of schemas, with the message for another value. */
const schemaMapKeywords: Readonly<Record<string, string>> = {
  definitions: wrongType('Array Of Schemas', 'definitions'),
  properties: 'Properties must be of type object',
  patternProperties: wrongType('Valid Schema', 'patternProperties'),
};

function findItemsFault(items: RegoValue | undefined, document: SchemaDocument): Fault {
  if (items === undefined) return undefined;
  if (isArray(items))
    return firstFault(items, (item) =>
      isSchema(item) ? findSchemaFault(item, document) : wrongType('Valid Schema/Array Of Schemas', 'items'),
    );
  return isSchema(items) ? findSchemaFault(items, document) : wrongType('Valid Schema/Array Of Schemas', 'items');
}
function findDependencyFault(dependencies: RegoValue | undefined, document: SchemaDocument): Fault {
  if (dependencies === undefined) return undefined;
  if (!isObject(dependencies)) return 'dependencies must be of type object';
  return firstFault(entriesOf(dependencies), ([, value]) => {
    if (isSchema(value)) return findSchemaFault(value, document);
    return isArray(value) && value.every(isString) ? undefined : 'Dependency must be of type Schema Or Array Of Strings';
  });
}
const isPattern = (text: string): boolean => {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
};

function findPartFault(schema: ObjectValue, document: SchemaDocument): Fault {
  return (
    firstFault(Object.entries(schemaMapKeywords), ([name, message]) => {
      const value = getField(schema, name);
      if (value === undefined) return undefined;
      if (!isObject(value)) return message;
      return firstFault(entriesOf(value), ([key, part]) =>
        name === 'patternProperties' && !isPattern(key as string)
          ? `Invalid regex pattern '${key as string}'`
          : findSchemaFault(part, document),
      );
    }) ??
    firstFault(Object.entries(schemaKeywords), ([name, message]) => {
      const value = getField(schema, name);
      return value === undefined ? undefined : isSchema(value) ? findSchemaFault(value, document) : message;
    }) ??
    findDependencyFault(getField(schema, 'dependencies'), document) ??
    findItemsFault(getField(schema, 'items'), document) ??
    firstFault(['oneOf', 'anyOf', 'allOf'], (name) => {
      const parts = getField(schema, name);
      if (parts === undefined) return undefined;
      return isArray(parts) ? firstFault(parts, (part) => findSchemaFault(part, document)) : `${name} must be of an array`;
    })
  );
}

/** @returns what is wrong with a part of a schema, and with what its references lead to. */
function findSchemaFault(schema: RegoValue, document: SchemaDocument): Fault {
  document.tick(1);
  if (typeof schema === 'boolean') return undefined;
  if (!isObject(schema)) return 'Expected: Valid Schema, given: Invalid JSON';
  const texts = firstFault(['$id', 'title', 'description', '$ref', 'pattern', 'format'], (name) => {
    const value = getField(schema, name);
    return value === undefined || isString(value) ? undefined : wrongType('string', name);
  });
  if (texts !== undefined) return texts;
  const reference = getField(schema, '$ref');
  if (isString(reference ?? null)) {
    if (document.seen.has(reference as string)) return undefined;
    document.seen.add(reference as string);
    const found = findReference(document.root, reference as string);
    return 'fault' in found ? found.fault : findSchemaFault(found.schema, document);
  }
  const type = getField(schema, 'type');
  const unique = getField(schema, 'uniqueItems');
  return (
    (type === undefined ? undefined : findTypeFault(type)) ??
    findPartFault(schema, document) ??
    findNumberFault(schema) ??
    findListFault(schema) ??
    (unique === undefined || typeof unique === 'boolean' ? undefined : 'uniqueItems must be of a boolean')
  );
}

/** What is wrong with a whole schema; undefined when documents can be checked against it. */
export const validateSchema = (root: RegoValue, tick: (steps: number) => void): Fault =>
  findSchemaFault(root, { root, seen: new Set(), tick });
