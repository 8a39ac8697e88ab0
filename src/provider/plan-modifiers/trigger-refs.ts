import { isAbsent, isUnknown, type Values } from '@slipway/declarations/declare';
import type { Diagnostic } from '../../protocol/provider-server.ts';

/** A repository of a definition, as responses contain it. */
export type SourceRepository = { readonly repo?: { readonly external_id?: string; readonly full_name?: string } } | undefined;

type Dialect = 'neutral' | 'hosted';

/** A ref is required if the event comes from another repository, and refused otherwise; the hosted service accepts it. */
const checkRef = (
  trigger: Values,
  name: 'checkout_ref' | 'config_ref',
  source: SourceRepository,
  dialect: Dialect,
): readonly Diagnostic[] => {
  const [here, there, ref] = [trigger['event_source_repo_external_id'], source?.repo?.external_id, trigger[name]];
  if (typeof here !== 'string' || there === undefined || isUnknown(ref)) return [];
  const what = name === 'checkout_ref' ? 'checks out' : 'takes its configuration from';
  if (here === String(there)) {
    if (isAbsent(ref)) return [];
    const detail = `The definition ${what} the repository whose events start it, and the event contains the commit. Remove \`${name}\`.`;
    return dialect === 'hosted'
      ? [{ severity: 'warning', path: [name], summary: `"${name}" has no effect`, detail }]
      : [{ severity: 'error', path: [name], summary: `"${name}" does not fit the definition`, detail }];
  }
  if (!isAbsent(ref)) return [];
  const detail =
    `The definition ${what} another repository (${source?.repo?.full_name ?? there}) ` +
    `than the one whose events start it. Set \`${name}\`.`;
  return [{ severity: 'error', path: [name], summary: `Missing "${name}"`, detail }];
};

/** Whether such a trigger belongs to a repository: a webhook needs refs in any case. */
const hasRepository = (trigger: Values): boolean => trigger['event_source_provider'] !== 'webhook';

/** Checks the refs of a trigger against the repositories of its definition. Unknown values are valid. */
export const checkRefs = (
  trigger: Values,
  definition: { readonly config_source?: SourceRepository; readonly checkout_source?: SourceRepository },
  dialect: Dialect,
): readonly Diagnostic[] =>
  hasRepository(trigger)
    ? [
        ...checkRef(trigger, 'checkout_ref', definition.checkout_source, dialect),
        ...checkRef(trigger, 'config_ref', definition.config_source, dialect),
      ]
    : [];
