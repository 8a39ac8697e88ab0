import type { IConstruct } from 'constructs';
import { literal } from './literal.ts';

interface GlobalSet extends IConstruct { readonly organizationInput?: string | undefined; readonly globalInput?: unknown }
interface Held { readonly by: GlobalSet; readonly category: string; readonly key: string }

const variablesOf = new WeakMap<IConstruct, Held[]>();

/** Notes a variable of a set, in the order they are said. */
export const hold = (held: Held): void => {
  const root = held.by.node.root;
  const all = variablesOf.get(root) ?? [];
  variablesOf.set(root, all);
  all.push(held);
};

/** Global sets of one organization cannot hold the same variable: the service refuses the second one (spec 1, variable sets). Told of the later. */
export const conflicts = (set: GlobalSet): readonly string[] => {
  const isGlobal = (one: GlobalSet) => literal(one.globalInput as boolean | undefined) === true;
  if (!isGlobal(set)) return [];
  const all = (variablesOf.get(set.node.root) ?? []).filter(({ by }) => isGlobal(by) && by.organizationInput === set.organizationInput);
  return all.flatMap((own, index) => {
    const earlier = own.by === set ? all.slice(0, index).find((one) => one.by !== set && one.key === own.key && one.category === own.category) : undefined;
    return earlier ? [`Two global sets hold the ${own.category} variable "${own.key}": this one and ${earlier.by.node.path}. The service takes only one; make one of the sets apply to chosen projects.`] : [];
  });
};
