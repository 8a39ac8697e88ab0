import { stringify } from 'yaml';
import type { Configuration } from './configuration.ts';

/** Prints a compiled configuration as YAML: deterministic, and with the same meaning in YAML 1.1 and 1.2. */
export const printConfiguration = (compiled: Configuration): string =>
  stringify(compiled, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0, indentSeq: true });
