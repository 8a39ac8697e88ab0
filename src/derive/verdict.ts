import { type Attributes, at, type Constraint, either, given, isAbsent, quoted, type Values } from '../declare/index.ts';
import { type Fault, faultOf } from './fault.ts';
import { hcl, type Language } from './language.ts';
import { configuration, root, walkMembers } from './members.ts';
import { pathOf, spelledPath } from './path.ts';

/** Anything with attributes: a resource, a data source, an ephemeral resource, an action, the provider's own block. */
export interface Judged { readonly attributes: Attributes; readonly constraints?: readonly Constraint[] }

/** What a broken rule says: its sentence, and which line to change. */
export const broken = (constraint: Constraint, dotted: string, values: Values): Fault => {
  const others = constraint.on.filter((name) => name !== dotted && given(values, name) !== 'absent').map(quoted);
  const change = others.length > 0 ? `, or change ${either(others, 'or')}` : '';
  const absent = isAbsent(at(values, dotted));
  return {
    path: pathOf(dotted),
    summary: absent ? `Missing "${dotted}"` : `"${dotted}" does not fit what else is set`,
    detail: `${constraint.doc} ${absent ? 'Set' : constraint.about === 'says' ? 'Remove' : 'Change'} ${quoted(dotted)}${change}.`,
  };
};

/** Breaches, one for each sentence, at paths that have no fault of their own yet. */
export const breaches = (constraints: readonly Constraint[], values: Values, faults: readonly Fault[]): readonly Fault[] => {
  const taken = new Set(faults.map((fault) => spelledPath(fault.path)));
  return constraints.flatMap((constraint) => {
    const dotted = constraint.breach(values);
    return dotted === undefined || taken.has(dotted) ? [] : [broken(constraint, dotted, values)];
  });
};

/** Two elements of a set may break the same rule, and are told of the same place. */
export const distinct = (faults: readonly Fault[]): readonly Fault[] => {
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const key = JSON.stringify(fault);
    return !seen.has(key) && seen.add(key);
  });
};

/**
 * The one verdict on a configuration: at plan, in the editor's tests, at the door. Empty: nothing is certainly wrong.
 * Three-valued: "known after apply" breaks nothing, neither a kind nor a rule, and is asked again once known.
 * Null is not said; a name that is no attribute and a value that only the service decides are faults.
 */
export const verdict = (of: Judged, config: Values, language: Language = hcl): readonly Fault[] => {
  const faults = [...walkMembers(of.attributes, config, root, configuration)].map((finding) => faultOf(finding, language));
  return distinct([...faults, ...breaches(of.constraints ?? [], config, faults)]);
};
