import type { QueryParameters } from '../client/contract/service-client.ts';
import { type DataSource, isAbsent, type Values } from '@slipway/declarations/declare';

/** The query that a data source's filters make. */
export const filterParameters = (source: DataSource, values: Values): QueryParameters => {
  const out: Record<string, QueryParameters[string]> = {};
  for (const [name, { at, default: defaultValue }] of Object.entries(source.attributes)) {
    const value = values[name] ?? (typeof defaultValue === 'symbol' ? null : defaultValue);
    if (typeof at !== 'object' || at.place !== 'query' || isAbsent(value)) continue;
    if (at.as === 'comma') out[at.name] = (value as readonly string[]).join(',');
    else if (at.as === 'each') out[at.name] = { each: value as readonly string[] };
    else if (at.as === 'tagged') {
      Object.entries(value as { [key: string]: string }).forEach(([key, wanted], index) => {
        out[`${at.name}[${index}][key]`] = key;
        if (wanted !== '') out[`${at.name}[${index}][value]`] = wanted;
      });
    } else out[at.name] = value as string;
  }
  return out;
};
