import type { Values } from '../declare/index.ts';
import { deprecatedFields } from '../deprecated/deprecated-fields.ts';
import { type Block, omitNulls } from '../derive/index.ts';
import type { Diagnostic } from '../protocol/provider-server.ts';

/** Warnings for deprecated attributes in the configuration. */
export const deprecationWarnings = (of: Pick<Block, 'form' | 'name' | 'attributes'>, config: Values): readonly Diagnostic[] =>
  deprecatedFields(of, omitNulls(config)).map((field) => ({ severity: 'warning', ...field }));
