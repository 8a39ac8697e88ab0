import type { Compiled } from '@slipway/schema-tools/load';
import { compileBuiltinSchemas } from '../../resources/schemas/compile-builtin-schemas.ts';
import { useLinearPatterns } from './linear-patterns.ts';

/** The built-in schemas by collection, as reviews use them. */
export const loadBuiltinSchemas = async (): Promise<ReadonlyMap<string, Compiled>> =>
  new Map([...(await compileBuiltinSchemas())].map(([collection, compiled]) => [collection, useLinearPatterns(compiled)]));
