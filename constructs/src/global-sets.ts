import type { IConstruct } from 'constructs';
import { literalValue } from './literal.ts';

interface GlobalSet extends IConstruct {
  readonly organizationInput?: string | undefined;
  readonly globalInput?: unknown;
}
interface SetVariable {
  readonly set: GlobalSet;
  readonly category: string;
  readonly key: string;
}

const variablesOf = new WeakMap<IConstruct, SetVariable[]>();

/** Notes a variable of a set, in the order of declaration. */
export const registerSetVariable = (held: SetVariable): void => {
  const root = held.set.node.root;
  const all = variablesOf.get(root) ?? [];
  variablesOf.set(root, all);
  all.push(held);
};

/**
 * Reports a variable that two global sets of one organization contain, which the service refuses (spec 1, variable sets). The error is at
 * the later one.
 */
export const globalSetConflicts = (set: GlobalSet): readonly string[] => {
  const isGlobal = (one: GlobalSet) => literalValue(one.globalInput as boolean | undefined) === true;
  if (!isGlobal(set)) return [];
  const all = (variablesOf.get(set.node.root) ?? []).filter(
    ({ set: by }) => isGlobal(by) && by.organizationInput === set.organizationInput,
  );
  return all.flatMap((own, index) => {
    const earlier =
      own.set === set
        ? all.slice(0, index).find((one) => one.set !== set && one.key === own.key && one.category === own.category)
        : undefined;
    return earlier
      ? [
          `Two global sets hold the ${own.category} variable "${own.key}": this one and ${earlier.set.node.path}. The service ` +
            `takes only one; make one of the sets apply to chosen projects.`,
        ]
      : [];
  });
};
