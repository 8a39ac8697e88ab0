import type { WorkspaceSummary } from '../../access/records.ts';
import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import { listVariables } from '../variables/variables.ts';
import type { StoredVariable } from '../variables/stored.ts';
import type { StoredVariableSet } from './stored.ts';
import { listWorkspaceVariableSets } from './variable-set-lists.ts';

/** Orders sets of the same scope: the first by name has precedence. */
const orderSets = (sets: readonly StoredRecord<StoredVariableSet>[]): readonly StoredRecord<StoredVariableSet>[] =>
  [...sets].sort((a, b) => (a.body.name < b.body.name ? 1 : -1));

/** Two variables of the same key: the last of `usual`, then the last of `prior`, wins. */
export interface OrderedVariables {
  /** Variables of global sets, of sets of the project, of sets of the workspace, and of the workspace itself, in ascending precedence. */
  readonly usual: readonly StoredRecord<StoredVariable>[];
  /** Variables of sets with priority, of which those with the wider scope have precedence. */
  readonly prior: readonly StoredRecord<StoredVariable>[];
}

/** The variables that runs of a workspace have, by precedence; with those that others override. */
export const loadWorkspaceVariables = async (
  view: ReadTransaction,
  workspace: StoredRecord<WorkspaceSummary>,
): Promise<OrderedVariables> => {
  const ids = await listWorkspaceVariableSets({ tx: view as never }, workspace);
  const [sets, links, variables] = await Promise.all([
    view.getMany<StoredVariableSet>('varsets', ids),
    view.listLinks('varset-projects', { to: workspace.body.project }),
    listVariables(view, [workspace.id, ...ids]),
  ]);
  const ofProject = new Set(links.map(({ from }) => from));
  const reach = (set: StoredRecord<StoredVariableSet>): 0 | 1 | 2 => (set.body.global ? 0 : ofProject.has(set.id) ? 1 : 2);
  const of = (scope: string) => variables.filter((one) => one.scope === scope);
  const pick = (level: number, priority: boolean) =>
    orderSets(sets.filter((set) => reach(set) === level && set.body.priority === priority)).flatMap(({ id }) => of(id));
  return {
    usual: [...[0, 1, 2].flatMap((level) => pick(level, false)), ...of(workspace.id)],
    prior: [2, 1, 0].flatMap((level) => pick(level, true)),
  };
};
