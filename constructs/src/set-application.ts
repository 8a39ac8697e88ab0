import type { Construct } from 'constructs';
import { VariableSetProject } from './generated/variable-set-project.ts';
import { VariableSetWorkspace } from './generated/variable-set-workspace.ts';
import { relate, type Related, targetsOf } from './relation.ts';
import type { TiedWorkspace } from './tied-workspace.ts';

/** Any project: a resource, a data source. */
export interface TiedProject extends Related {
  readonly terraformResourceType: string;
}
export type SetTarget = TiedWorkspace | TiedProject;

export const isTiedProject = (target: Construct): target is TiedProject =>
  'terraformResourceType' in target && target.terraformResourceType === 'slipway_project';

/** Applies a set to a workspace or a project. `holder` is the end that declares it. */
export const applySet = (holder: Related, set: Related, target: SetTarget): void => {
  const kind = isTiedProject(target) ? 'project' : 'workspace';
  const [prefix, inverse] = holder === set ? [kind, 'useVariableSet'] : ['variable-set', 'applyTo'];
  relate({ kind: 'variables', from: set, to: target, holder, prefix, inverse }, (id, provider) =>
    kind === 'project'
      ? new VariableSetProject(holder, id, { variableSetId: set.id, projectId: target.id, ...provider })
      : new VariableSetWorkspace(holder, id, { variableSetId: set.id, workspaceId: target.id, ...provider }),
  );
};

export const setTargets = (set: Construct): readonly SetTarget[] => targetsOf(set, 'variables') as readonly SetTarget[];
