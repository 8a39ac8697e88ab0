import { booleanValue } from '../../http/body-schemas.ts';
import { describeJsonType } from '../../http/describe-json.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { type ErrorObject, Problem } from '../../http/problem.ts';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import type { RequestContext } from '../../http/route.ts';
import { countCharacters, isLongerThan } from '../../http/characters.ts';
import { isUuid } from '../slugs/short-id.ts';

export interface Validator {
  readonly description: string;
  accepts(value: unknown): boolean;
  /** The schema of accepted values, as far as JSON Schema can express them. */
  readonly schema?: JsonSchema;
}
/** The rule for a member of a request. `hidden`: errors never repeat its value. */
export interface MemberRule {
  readonly validator: Validator;
  readonly required?: true;
  readonly hidden?: true;
}
export const requiredMember = (validator: Validator): MemberRule => ({ validator, required: true });
export const optionalMember = (validator: Validator): MemberRule => ({ validator });

/** An object whose members the caller chooses. */
export const objectMember: Validator = { description: 'an object', accepts: isObject, schema: { type: 'object' } };
export const booleanMember: Validator = {
  description: 'true or false',
  accepts: (value) => typeof value === 'boolean',
  schema: booleanValue,
};
/** One of these words. */
export const enumMember = (values: readonly string[], description = values.join(', ')): Validator => ({
  description,
  accepts: (value) => values.includes(value as string),
  schema: { type: 'string', enum: values },
});

const isUnstorable = (text: string): boolean => /[\0\p{Surrogate}]/u.test(text);

const describeLength = (text: string): string => {
  const count = countCharacters(text);
  return count === 1 ? '1 character' : `${count} characters`;
};

/** Describes a value for an error: quoted when it is a short string and not hidden, else by its type. */
export const describeValue = (value: unknown, hidden?: boolean): string =>
  typeof value === 'string'
    ? !hidden && !isLongerThan(value, 60)
      ? `got ${JSON.stringify(value)}`
      : `got a string of ${describeLength(value)}${hidden && isUnstorable(value) ? ' with NUL or a lone surrogate' : ''}`
    : `got ${describeJsonType(value)}`;

export const invalidRequest = (...faults: readonly ErrorObject[]): Problem => new Problem(400, faults);

const escapePointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

export const describeUnknownMember = (_name: string, known: readonly string[]): string =>
  known.length === 0 ? 'is not a known member; expected none' : `is not a known member; expected ${known.join(', ')}`;

/** The members of an object in a request, by name. */
export interface MemberRules {
  readonly [name: string]: MemberRule;
}

/**
 * Checks the members of an object: 400 with one fault per wrong member. Others are a fault in the neutral dialect. In the hosted one they
 * are left out of what is returned, and the pipeline reports them by the description of the operation.
 */
export const parseMembers = (
  { dialect }: Pick<RequestContext, 'dialect'>,
  value: unknown,
  expected: MemberRules,
  pointer = '',
): JsonObject => {
  if (!isObject(value))
    throw invalidRequest({
      detail:
        pointer === ''
          ? `expected a JSON object, ${value === undefined ? 'got no body' : describeValue(value, true)}`
          : `expected an object, ${describeValue(value)}`,
      pointer,
    });
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(expected, name));
  const faults: ErrorObject[] = (dialect === 'hosted' ? [] : unknown).map((name) => ({
    detail: describeUnknownMember(name, Object.keys(expected)),
    pointer: `${pointer}/${escapePointerStep(name)}`,
  }));
  for (const [name, { validator, required, hidden }] of Object.entries(expected)) {
    const sent = Object.hasOwn(value, name) ? value[name] : undefined;
    if (sent === undefined ? required : !validator.accepts(sent))
      faults.push({
        detail:
          sent === undefined
            ? `is required: expected ${validator.description}`
            : `expected ${validator.description}, ${describeValue(sent, hidden)}`,
        pointer: `${pointer}/${name}`,
      });
  }
  if (faults.length > 0) throw invalidRequest(...faults);
  return unknown.length === 0 ? value : Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(expected, name)));
};

/** Checks the members of the request body. */
export const parseCiBody = (ctx: Pick<RequestContext, 'body' | 'dialect'>, expected: MemberRules): JsonObject =>
  parseMembers(ctx, ctx.body, expected);

const uuidExpected = 'expected a UUID';
/** A UUID in the path, in lower case; 400 for anything else. */
export const uuidPathParameter = (ctx: Pick<RequestContext, 'params'>, name: string): string => {
  const text = ctx.params[name]!;
  if (!isUuid(text)) throw invalidRequest({ detail: `${uuidExpected}, ${describeValue(text)}`, parameter: name });
  return text.toLowerCase();
};

/** The parts of a context that reading a query needs; handlers and preparations have them. */
export type QueryContext = Pick<RequestContext, 'query'>;

/** A query parameter; an empty one counts as absent. */
export const queryParameter = (ctx: QueryContext, name: string): string | undefined => ctx.query.get(name) || undefined;

export const uuidParameter = (ctx: QueryContext, name: string): string | undefined => {
  const text = queryParameter(ctx, name);
  if (text !== undefined && !isUuid(text)) throw invalidRequest({ detail: `${uuidExpected}, ${describeValue(text)}`, parameter: name });
  return text?.toLowerCase();
};
export const requiredUuidParameter = (ctx: RequestContext, name: string): string => {
  const id = uuidParameter(ctx, name);
  if (id === undefined) throw invalidRequest({ detail: `is required: ${uuidExpected}`, parameter: name });
  return id;
};

export const enumParameter = <const W extends string>(ctx: QueryContext, name: string, values: readonly W[], defaultValue: W): W => {
  const text = queryParameter(ctx, name) ?? defaultValue;
  if (!values.includes(text as W))
    throw invalidRequest({ detail: `expected ${values.join(' or ')}, ${describeValue(text)}`, parameter: name });
  return text as W;
};
