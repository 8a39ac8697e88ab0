import { isAbsent, isUnknown, type Values } from '../declare/index.ts';

/**
 * The values without nulls, at every depth of objects; unknown values stay.
 * For evaluating a schema over values of the engine, where an unset value is null.
 */
export const omitNulls = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isAbsent(value))
      .map(([name, value]) => [name, omitNullsInValue(value)]),
  );

const omitNullsInValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(omitNullsInValue);
  return typeof value === 'object' && value !== null && !isUnknown(value) ? omitNulls(value as Values) : value;
};
