import { firstCharacters } from '../../http/characters.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { findParameterFaults } from '../configuration/parameter-values.ts';
import { describeValue, invalidRequest } from '../requests/read-request.ts';
import type { PipelineParameters } from './pipeline-records.ts';

const isParameterValue = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value));

/** Parses the pipeline parameters of a request: 400 for values that no configuration could declare. */
export const parsePipelineParameters = (value: unknown): PipelineParameters => {
  if (value === undefined) return {};
  if (!isObject(value)) throw invalidRequest({ detail: `expected an object, ${describeValue(value)}`, pointer: '/parameters' });
  const invalid = Object.keys(value).find((name) => !isParameterValue(value[name]));
  if (invalid !== undefined)
    throw invalidRequest({
      detail: `expected strings, whole numbers and booleans; "${firstCharacters(invalid, 60)}" is another thing`,
      pointer: '/parameters',
    });
  const faults = findParameterFaults(value);
  if (faults.length > 0) throw invalidRequest(...faults.map((detail) => ({ detail, pointer: '/parameters' })));
  return value as PipelineParameters;
};
