import { isObject } from '../json-api/parse-document.ts';
import { badRequest, unprocessable } from '../http/problem.ts';

/** The JSON object that was sent. */
export const requireJsonObject = (body: unknown): { readonly [name: string]: unknown } => {
  if (!isObject(body)) throw unprocessable('expected a JSON object', '');
  return body;
};

/** Parses an object that has no other members than these; throws 422 otherwise. */
export const requireMembers = (body: unknown, ...names: readonly string[]): { readonly [name: string]: unknown } => {
  const found = requireJsonObject(body);
  const unknown = Object.keys(found).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unprocessable(`there is no member "${unknown}"; expected ${names.join(', ')}`, `/${unknown}`);
  return found;
};

export const requireInteger = (value: unknown, pointer: string, least: number): number => {
  if (!Number.isSafeInteger(value) || (value as number) < least) throw unprocessable(`expected a whole number from ${least} on`, pointer);
  return value as number;
};

/** A whole number of the query; undefined: the parameter is absent. */
export const integerParameter = (query: URLSearchParams, name: string, least: number): number | undefined => {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text) || Number(text) < least)
    throw badRequest(`${name} is "${text}"; expected a whole number from ${least} on`, name);
  return Number(text);
};
