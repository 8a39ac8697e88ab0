import { stringify } from 'yaml';

/** Formats a value as YAML with sorted keys. It is a separate module because it is rarely needed. */
export const formatYaml = (value: object): string => stringify(value, { sortMapEntries: true });
