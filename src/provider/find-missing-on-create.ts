import { isAbsent, joinWords, nounOf, quoteName, type Resource, type Values } from '@slipway/declarations/declare';
import type { Diagnostic } from '../protocol/provider-server.ts';

/**
 * An error for each group of attributes of which a new object needs one. Unknown values count as set: they are checked again once known.
 */
export const findMissingOnCreate = (resource: Resource, config: Values): readonly Diagnostic[] =>
  (resource.requiredOnCreate ?? [])
    .filter((names) => names.every((name) => isAbsent(config[name])))
    .map((names) => ({
      severity: 'error',
      path: [names[0]!],
      summary: `Missing "${names[0]}"`,
      detail: `A new ${nounOf(resource.name)} needs a value. Set ${joinWords(names.map(quoteName), 'or')}.`,
    }));
