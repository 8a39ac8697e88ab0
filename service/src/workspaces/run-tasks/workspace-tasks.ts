import { oneOf } from '@slipway/declarations/declare';
import { noun, optional, required } from '../../nouns/declaration.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { underWorkspace } from '../../nouns/parents/under-workspace.ts';
import { toOne, toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfCreation, timeOfUpdate } from '../../nouns/timestamps.ts';
import { boundedList } from '../bounded-list.ts';
import { taskEnforcementLevels, type StoredWorkspaceTask, type TaskStage, taskStages } from './stored.ts';

const listStages = (stages: readonly TaskStage[] | null | undefined, stage: TaskStage | null | undefined): readonly TaskStage[] =>
  stages && stages.length > 0 ? [...new Set(stages)] : [stage ?? 'post_plan'];

/** `stage` is the older word for a list of one; `stages` decides where both are sent. */
const settleStages = (body: NounBody, before?: NounBody): NounBody => {
  const { stage, stages } = body as { readonly stage?: TaskStage; readonly stages?: readonly TaskStage[] } & NounBody;
  const isKept = before !== undefined && JSON.stringify(stages) === JSON.stringify(before['stages']);
  const settled = isKept && stage !== before['stage'] ? listStages([], stage) : listStages(stages, stage);
  return { ...body, stages: settled, stage: settled[0] };
};

export const workspaceTask = noun('workspace-tasks', {
  doc: 'A run task in one workspace.',
  label: 'workspace task',
  idPrefix: 'wstask',
  collection: 'tasks',
  itemPath: '/workspaces/{workspace_id}/tasks/{workspace_task_id}',
  parents: [underWorkspace({ read: 'read-settings', write: 'manage-run-tasks' })],
  attributes: {
    'enforcement-level': required(oneOf(...taskEnforcementLevels), 'Whether a failure ends the run.'),
    stage: optional(oneOf(...taskStages), 'The first of its stages; `stages` replaces it.'),
    stages: optional(boundedList(oneOf(...taskStages), taskStages.length), 'When it runs; `post_plan` by default.'),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate(),
  },
  relationships: {
    task: toOne('tasks', 'The run task.', { required: true, immutable: true }),
    workspace: toParent('workspaces', 'The workspace.'),
  },
  key: (body) => (body as StoredWorkspaceTask).task,
  behavior: {
    beforeCreate: async (_ctx, body) => settleStages(body),
    beforeUpdate: async (_ctx, record, body) => settleStages(body, record.body),
  },
});
