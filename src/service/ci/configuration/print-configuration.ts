import { stringify } from 'yaml';
import type { Configuration } from './configuration.ts';

/** A compiled configuration as YAML: the same text for the same configuration, read alike by YAML 1.1 and 1.2. */
export const printConfiguration = (compiled: Configuration): string =>
  stringify(compiled, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0, indentSeq: true });
