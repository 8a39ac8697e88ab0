import { stringify } from 'yaml';

/** A value as YAML, its keys sorted. A file of its own, for few ever ask. */
export const formatYaml = (value: object): string => stringify(value, { sortMapEntries: true });
