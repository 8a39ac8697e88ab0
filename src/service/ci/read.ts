import { isObject, type JsonObject } from '../json-api/read.ts';
import { type ErrorObject, Problem } from '../problem.ts';
import type { RequestContext } from '../route.ts';
import { isUuid } from './short-id.ts';

interface Fits { readonly description: string; accepts(value: unknown): boolean }
/** A member of a request: what it takes, and whether it may be left out. `hidden`: never repeated in an error. */
export interface Member { readonly fits: Fits; readonly required?: true; readonly hidden?: true }
export const must = (fits: Fits): Member => ({ fits, required: true });
export const may = (fits: Fits): Member => ({ fits });

export const anObject: Fits = { description: 'an object', accepts: isObject };
export const aBoolean: Fits = { description: 'true or false', accepts: (value) => typeof value === 'boolean' };

const kindOf = (value: unknown): string =>
  (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : typeof value === 'boolean' ? String(value) : `a ${typeof value}`);
/** What was sent instead, in a word or quoted when that is short and no secret. */
export const got = (value: unknown, hidden?: boolean): string =>
  (typeof value === 'string' && !hidden ? (value.length <= 60 ? `got ${JSON.stringify(value)}` : `got a string of ${[...value].length} characters`) : `got ${kindOf(value)}`);

export const invalid = (...faults: readonly ErrorObject[]): Problem => new Problem(400, faults);

const step = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** An object's members, each as expected and no other: 400 with every fault, each naming its member. */
export const membersOf = (value: unknown, expected: { readonly [name: string]: Member }, pointer = ''): JsonObject => {
  if (!isObject(value)) throw invalid({ detail: pointer === '' ? `expected a JSON object, ${value === undefined ? 'got no body' : got(value)}` : `expected an object, ${got(value)}`, pointer });
  const faults: ErrorObject[] = Object.keys(value).filter((name) => !Object.hasOwn(expected, name))
    .map((name) => ({ detail: `is not known here; expected ${Object.keys(expected).join(', ')}`, pointer: `${pointer}/${step(name)}` }));
  for (const [name, { fits, required, hidden }] of Object.entries(expected)) {
    const sent = Object.hasOwn(value, name) ? value[name] : undefined;
    if (sent === undefined ? required : !fits.accepts(sent))
      faults.push({ detail: sent === undefined ? `is required: expected ${fits.description}` : `expected ${fits.description}, ${got(sent, hidden)}`, pointer: `${pointer}/${name}` });
  }
  if (faults.length > 0) throw invalid(...faults);
  return value;
};

/** The request's body. */
export const bodyOf = (asking: Pick<RequestContext, 'body'>, expected: { readonly [name: string]: Member }): JsonObject => membersOf(asking.body, expected);

const uuidWords = 'expected a UUID';
/** A UUID of the path, in lower case; 400 for anything else. */
export const idIn = (asking: RequestContext, name: string): string => {
  const text = asking.params[name]!;
  if (!isUuid(text)) throw invalid({ detail: `${uuidWords}, ${got(text)}`, parameter: name });
  return text.toLowerCase();
};

/** A query parameter; what is sent empty is not sent. */
export const asked = (asking: RequestContext, name: string): string | undefined => asking.query.get(name) || undefined;

export const idAsked = (asking: RequestContext, name: string): string | undefined => {
  const text = asked(asking, name);
  if (text !== undefined && !isUuid(text)) throw invalid({ detail: `${uuidWords}, ${got(text)}`, parameter: name });
  return text?.toLowerCase();
};
export const idNeeded = (asking: RequestContext, name: string): string => {
  const id = idAsked(asking, name);
  if (id === undefined) throw invalid({ detail: `is required: ${uuidWords}`, parameter: name });
  return id;
};

export const oneAsked = <const W extends string>(asking: RequestContext, name: string, words: readonly W[], otherwise: W): W => {
  const text = asked(asking, name) ?? otherwise;
  if (!words.includes(text as W)) throw invalid({ detail: `expected ${words.join(' or ')}, ${got(text)}`, parameter: name });
  return text as W;
};
