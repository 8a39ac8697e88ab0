import { isAbsent, isUnknown, type Values } from '../declare/index.ts';

/**
 * What a configuration says, as a document would: nulls are left out, at every depth of objects; unknown values stay.
 * For evaluating a schema over values of the engine, which spells silence as null.
 */
export const said = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isAbsent(value)).map(([name, value]) => [name, saidValue(value)]));

const saidValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(saidValue);
  return typeof value === 'object' && value !== null && !isUnknown(value) ? said(value as Values) : value;
};
