import { isUuid } from '../slugs/short-id.ts';
import { GraphqlFault } from './graphql-fault.ts';
import type { GraphqlValue, SelectedField } from './parse-query.ts';

export type Arguments = SelectedField['arguments'];

export const textArgument = (given: { readonly [name: string]: GraphqlValue }, name: string): string => {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (typeof value !== 'string' || value === '') throw new GraphqlFault(`the argument ${name} is required: expected a string`);
  return value;
};
export const idArgument = (given: { readonly [name: string]: GraphqlValue }, name: string): string => {
  const value = textArgument(given, name);
  if (!isUuid(value)) throw new GraphqlFault(`the argument ${name} is not a UUID`);
  return value.toLowerCase();
};
export const inputArgument = (given: Arguments): { readonly [name: string]: GraphqlValue } => {
  const { input } = given;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new GraphqlFault('the argument input is required');
  return input as { readonly [name: string]: GraphqlValue };
};

export const flagArgument = (given: Arguments, name: string, otherwise: boolean): boolean => {
  const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? otherwise;
  if (typeof value !== 'boolean') throw new GraphqlFault(`the argument ${name} is not a boolean`);
  return value;
};

/** How many items a page has at most. */
const pageLimit = 200;

/** A number of items from 1 to 200; `otherwise` if it was not sent. */
export const countArgument = (given: Arguments, name: string, otherwise: number): number => {
  const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > pageLimit)
    throw new GraphqlFault(`the argument ${name} is not a number from 1 to ${pageLimit}`);
  return value;
};
