/** Whether values fit schemas of OpenAPI documents, without a compiler: a service answers with few values of each of many schemas. */
import { isDeepStrictEqual } from 'node:util';

type Check = (value: unknown) => boolean;
type Compile = (schema: unknown) => Check;
type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const types: Readonly<Record<string, Check>> = {
  string: isText,
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isMembers,
};
const ofText =
  (holds: (text: string) => boolean): Check =>
  (value) =>
    !isText(value) || holds(value);
const ofNumber =
  (holds: (number: number) => boolean): Check =>
  (value) =>
    typeof value !== 'number' || holds(value);
const ofList =
  (holds: (list: readonly unknown[]) => boolean): Check =>
  (value) =>
    !Array.isArray(value) || holds(value);
const ofMembers =
  (holds: (members: Members) => boolean): Check =>
  (value) =>
    !isMembers(value) || holds(value);
const lengthOf = (text: string): number => [...text].length;

const checkProperties = (properties: Members, compile: Compile): Check => {
  const checks = Object.entries(properties).map(([name, schema]) => [name, compile(schema)] as const);
  return ofMembers((members) => checks.every(([name, check]) => !Object.hasOwn(members, name) || check(members[name])));
};
const checkAdditional = (argument: unknown, { properties = {} }: { readonly properties?: object }, compile: Compile): Check => {
  const check = compile(argument);
  return ofMembers((members) => Object.keys(members).every((name) => Object.hasOwn(properties, name) || check(members[name])));
};

/** What keywords ask of a value. `argument`: the keyword's value; `schema`: where it stands. */
const keywords: Readonly<Record<string, (argument: any, schema: any, compile: Compile) => Check>> = {
  type: (argument) => {
    const allowed = [argument].flat().map((name: string) => types[name]!);
    return (value) => allowed.some((holds) => holds(value));
  },
  const: (argument) => (value) => isDeepStrictEqual(value, argument),
  enum: (argument: readonly unknown[]) => (value) => argument.some((one) => isDeepStrictEqual(value, one)),
  properties: (argument, _, compile) => checkProperties(argument, compile),
  additionalProperties: checkAdditional,
  propertyNames: (argument, _, compile) => {
    const check = compile(argument);
    return ofMembers((members) => Object.keys(members).every(check));
  },
  required: (argument: readonly string[]) => ofMembers((members) => argument.every((name) => Object.hasOwn(members, name))),
  maxProperties: (argument) => ofMembers((members) => Object.keys(members).length <= argument),
  items: (argument, _, compile) => {
    const check = compile(argument);
    return ofList((list) => list.every((item) => check(item)));
  },
  maxItems: (argument) => ofList((list) => list.length <= argument),
  pattern: (argument) => {
    const pattern = new RegExp(argument, 'u');
    return ofText((text) => pattern.test(text));
  },
  minLength: (argument) => ofText((text) => lengthOf(text) >= argument),
  maxLength: (argument) => ofText((text) => lengthOf(text) <= argument),
  minimum: (argument) => ofNumber((number) => number >= argument),
  maximum: (argument) => ofNumber((number) => number <= argument),
  allOf: (argument: readonly unknown[], _, compile) => {
    const checks = argument.map(compile);
    return (value) => checks.every((check) => check(value));
  },
  anyOf: (argument: readonly unknown[], _, compile) => {
    const checks = argument.map(compile);
    return (value) => checks.some((check) => check(value));
  },
  oneOf: (argument: readonly unknown[], _, compile) => {
    const checks = argument.map(compile);
    return (value) => checks.filter((check) => check(value)).length === 1;
  },
};
/** They say nothing about what is valid. */
const annotations =
  /^(?:\$ref|title|description|default|examples?|format|deprecated|readOnly|writeOnly|contentMediaType|discriminator|x-.*)$/;

/** What is thrown at a keyword that is not known here. */
const unknownKeyword = Symbol('unknown keyword');

/**
 * Answers whether a value fits a schema; undefined where that depends on a keyword that is not known here. `resolve`: the schema that a
 * `$ref` names. What of a schema no value has come to is not looked at.
 */
export function createSchemaJudge(resolve: (reference: string) => unknown): (schema: object, value: unknown) => boolean | undefined {
  const known = new WeakMap<object, Check>();
  const compileNow = (schema: Members): Check => {
    const checks = Object.entries(schema).flatMap(([keyword, argument]) => {
      if (annotations.test(keyword)) return [];
      const make = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
      if (!make) throw unknownKeyword;
      return [make(argument, schema, compile)];
    });
    const { $ref: reference } = schema;
    if (isText(reference)) checks.push((value) => compile(resolve(reference))(value));
    return (value) => checks.every((check) => check(value));
  };
  /** A schema may contain itself: it is read when a value comes to it. */
  const compile = (schema: unknown): Check => {
    if (typeof schema === 'boolean') return () => schema;
    const place = schema as Members;
    return (value) => {
      let check = known.get(place);
      if (!check) known.set(place, (check = compileNow(place)));
      return check(value);
    };
  };
  return (schema, value) => {
    try {
      return compile(schema)(value);
    } catch (error) {
      if (error === unknownKeyword) return undefined;
      throw error;
    }
  };
}
