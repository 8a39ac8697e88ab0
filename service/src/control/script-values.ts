import { isObject, type JsonObject } from '../json-api/parse-document.ts';
import { unprocessable } from '../http/problem.ts';
import { requireInteger } from './request-values.ts';

/** Reads a value of a script; 422 with the pointer for what it does not expect. */
export type ParseScriptValue = (value: unknown, pointer: string) => unknown;

export const requireObject = (value: unknown, pointer: string, names?: readonly string[]): JsonObject => {
  if (!isObject(value)) throw unprocessable('expected an object', pointer);
  const unknown = names && Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unprocessable(`there is no member "${unknown}"; expected ${names!.join(', ')}`, `${pointer}/${unknown}`);
  return value;
};

export const requireText = (value: unknown, pointer: string): string => {
  if (typeof value !== 'string') throw unprocessable('expected a text', pointer);
  return value;
};

export const requireFlag = (value: unknown, pointer: string): boolean => {
  if (typeof value !== 'boolean') throw unprocessable('expected true or false', pointer);
  return value;
};

/** A whole number from 0. */
export const parseCount: ParseScriptValue = (value, pointer) => requireInteger(value, pointer, 0);
/** Parses any object, without a check of its members. */
export const parseAnyObject: ParseScriptValue = (value, pointer) => requireObject(value, pointer);

/** Parses each member that is present with its own parser. */
export const parseScriptMembers = (value: unknown, pointer: string, members: { readonly [name: string]: ParseScriptValue }): JsonObject => {
  const object = requireObject(value, pointer, Object.keys(members));
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, members[name]!(member, `${pointer}/${name}`)]));
};
