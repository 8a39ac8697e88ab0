import { type ErrorObject, throwIfInvalid } from '../../http/problem.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { TestCommand } from '../runs/engine/engine-command.ts';
import { validateRunVariables } from '../runs/parse-new-run.ts';

const limits = { filters: 1000, path: 4096, parallelism: 256 } as const;
// A control character cannot be part of an argument, or forges a line of the log.
const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= limits.path && !/\p{Cc}/u.test(value);

const validateFilters = ({ filters }: JsonObject): readonly ErrorObject[] => {
  const pointer = '/data/attributes/filters';
  if (filters === undefined || filters === null) return [];
  if (!Array.isArray(filters) || filters.length > limits.filters)
    return [{ detail: `expected a list of at most ${limits.filters} paths`, pointer }];
  return filters.flatMap((path: unknown, index) =>
    isPath(path) ? [] : [{ detail: `expected a path of 1 to ${limits.path} characters`, pointer: `${pointer}/${index}` }],
  );
};

const validateOptions = ({ 'test-directory': directory, parallelism }: JsonObject): readonly ErrorObject[] => [
  ...(directory === undefined || directory === null || directory === '' || isPath(directory)
    ? []
    : [{ detail: `expected a path of at most ${limits.path} characters`, pointer: '/data/attributes/test-directory' }]),
  ...(parallelism === undefined ||
  parallelism === null ||
  (Number.isSafeInteger(parallelism) && Number(parallelism) >= 1 && Number(parallelism) <= limits.parallelism)
    ? []
    : [{ detail: `expected a whole number from 1 to ${limits.parallelism}`, pointer: '/data/attributes/parallelism' }]),
];

/** The command of a new test run. Throws 422. */
export const parseTestCommand = (attributes: JsonObject): TestCommand => {
  throwIfInvalid([
    ...validateTypes(attributes, { verbose: 'flag?' }, true),
    ...validateFilters(attributes),
    ...validateOptions(attributes),
    ...validateRunVariables(attributes),
  ]);
  const { filters, 'test-directory': directory, verbose, parallelism } = attributes;
  return {
    name: 'test',
    filters: (filters as readonly string[] | null | undefined) ?? [],
    ...(directory ? { directory: directory as string } : {}),
    verbose: verbose === true,
    ...(typeof parallelism === 'number' ? { parallelism } : {}),
  };
};
