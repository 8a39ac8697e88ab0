import { stringify } from 'yaml';

/** A value as YAML, its keys sorted. A file of its own, for few ever ask. */
export const asYaml = (value: object): string => stringify(value, { sortMapEntries: true });
