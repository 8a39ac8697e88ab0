import * as cdktf from 'cdktf';
import { Construct } from 'constructs';

/** Tokens are of any type; so is what the engine's variables and locals hold. */
export type VariableValue =
  | string
  | number
  | boolean
  | cdktf.IResolvable
  | cdktf.TerraformVariable
  | cdktf.TerraformLocal
  | readonly unknown[]
  | { readonly [name: string]: unknown };

/** A value as the service keeps it: a text, and whether that text is code; undefined where it is not, as for a text that is written out. */
export interface ValueText {
  readonly text: string;
  readonly code: true | cdktf.IResolvable | undefined;
}

type Expression = string | cdktf.IResolvable;

const tokenInText = /(\$\{TfToken\[[^\]]*\]\})/;
const collection = /^(?:list|set|map|tuple|object)\b/;

/** Only the engine knows the type: a text stays as it is, everything else is written as JSON. */
const decidedByEngine = (value: Expression): ValueText => {
  const json = cdktf.Fn.jsonencode(value);
  return {
    text: cdktf.Token.asString(cdktf.Fn.try([cdktf.Fn.tostring(value), json])),
    code: cdktf.Op.not(cdktf.Fn.startswith(json, '\\"')) as cdktf.IResolvable,
  };
};

/** A text that refers to an attribute is of a text by its type; one that stands for an expression (`Fn.merge`) is of any. */
const isTextOfUnknownType = (value: string): boolean => {
  if (!new RegExp(`^${tokenInText.source}$`).test(value)) return false;
  const [token] = cdktf.Tokenization.reverseString(value).tokens;
  return token !== undefined && !('identifier' in token);
};

/** JSON for the literal parts, and the engine's own encoding for the tokens. */
const jsonText = (value: unknown): string => {
  if (typeof value === 'string') {
    if (!cdktf.Token.isUnresolved(value)) return JSON.stringify(value);
    // The functions of the engine take literal parts as they are written.
    const parts = value.split(tokenInText);
    return cdktf.Fn.jsonencode(parts.map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\"]/g, '\\$&'))).join(''));
  }
  if (cdktf.Token.isUnresolved(value)) return cdktf.Fn.jsonencode(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return jsonText(value.toJSON());
  return `{${Object.entries(value)
    .map(([name, one]) => `${jsonText(name)}:${jsonText(one)}`)
    .join(',')}}`;
};

const variableText = (variable: cdktf.TerraformVariable): ValueText => {
  const { type = 'any' } = variable;
  if (type === 'string') return { text: variable.stringValue, code: undefined };
  if (type === 'number' || type === 'bool' || collection.test(type)) return { text: cdktf.Fn.jsonencode(variable.value), code: true };
  return decidedByEngine(variable.value as cdktf.IResolvable);
};

const nameOf = (value: Construct): string => `the construct ${value.node.path}`;

/** What no variable can hold, in words; undefined where it can. */
const refusedKind = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return `a ${typeof value}`;
  return Construct.isConstruct(value) ? nameOf(value) : undefined;
};

/** Variables and locals of the engine as the tokens they stand for. Throws for what has no value, with its place. */
const plainValue = (value: unknown, fail: (place: string, what: string) => Error, place = ''): unknown => {
  if (value instanceof cdktf.TerraformVariable) return value.value;
  if (value instanceof cdktf.TerraformLocal) return value.expression;
  const refused = refusedKind(value);
  if (refused !== undefined && !(value === null && place !== '')) throw fail(place, refused);
  if (cdktf.Token.isUnresolved(value) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one, at) => plainValue(one, fail, `${place}[${at}]`));
  if ('toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainValue(one, fail, `${place}.${name}`)]));
};

/**
 * The text of a variable's value. A token gives what a literal of its type gives: a text as it is; numbers, booleans, lists and objects as
 * JSON, which the configuration language reads. Throws for `undefined`, null and constructs: `holder` is the path that the message begins
 * with, and `label` names the variable.
 */
export const valueText = (holder: string, label: string, value: VariableValue): ValueText => {
  const fail = (place: string, what: string) =>
    new Error(
      `[${holder}] the value of ${label} is ${what}${place === '' ? '' : ` at \`${place.replace(/^\./, '')}\``}. ` +
        (what.startsWith('the construct')
          ? 'Pass one of its attributes, as in `workspace.id`.'
          : place === ''
            ? 'Give it a value, or leave the variable out.'
            : 'Give it a value, or leave it out.'),
    );
  if (value instanceof cdktf.TerraformVariable) return variableText(value);
  const plain = plainValue(value, fail);
  if (typeof plain === 'string') return isTextOfUnknownType(plain) ? decidedByEngine(plain) : { text: plain, code: undefined };
  if (cdktf.Tokenization.isResolvable(plain)) return decidedByEngine(plain);
  return { text: jsonText(plain), code: true };
};
