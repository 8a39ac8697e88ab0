import { countCharacters, firstCharacters, isLongerThan } from '../../http/characters.ts';
import { isObject } from '@slipway/schema-tools/json';
import { configurationLimits } from './configuration-limits.ts';

/** The pipeline parameters of a request. */
export interface ParameterValues {
  readonly [name: string]: unknown;
}

/** Faults of parameters that no configuration could accept: too many, or too long. */
export function findParameterFaults(values: unknown): readonly string[] {
  if (!isObject(values)) return ['expected the parameters as an object'];
  const { entries, key, value } = configurationLimits.parameters;
  const names = Object.keys(values);
  return [
    ...(names.length > entries ? [`expected at most ${entries} parameters; found ${names.length}`] : []),
    ...names
      .filter((name) => isLongerThan(name, key))
      .map((name) => `expected names of at most ${key} characters; one has ${countCharacters(name)}: ${firstCharacters(name, 20)}…`),
    ...names
      .filter((name) => isLongerThan(String(values[name]), value))
      .map(
        (name) =>
          `parameter ${firstCharacters(name, key)}: expected at most ${value} characters; found ${countCharacters(String(values[name]))}`,
      ),
  ];
}
