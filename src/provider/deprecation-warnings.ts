import type { Values } from '@slipway/declarations/declare';
import { deprecatedFields } from '@slipway/declarations/deprecated/deprecated-fields';
import { type Block, omitNulls } from '@slipway/declarations/derive';
import type { Diagnostic } from '../protocol/provider-server.ts';

/** Warnings for deprecated attributes in the configuration. */
export const deprecationWarnings = (of: Pick<Block, 'form' | 'name' | 'attributes'>, config: Values): readonly Diagnostic[] =>
  deprecatedFields(of, omitNulls(config)).map((field) => ({ severity: 'warning', ...field }));
