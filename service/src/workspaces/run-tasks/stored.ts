import type { NounBody } from '../../nouns/noun-record.ts';

export const taskStages = ['pre_plan', 'post_plan', 'pre_apply', 'post_apply'] as const;
export type TaskStage = (typeof taskStages)[number];
export const taskEnforcementLevels = ['advisory', 'mandatory'] as const;
export type EnforcementLevel = (typeof taskEnforcementLevels)[number];

/** The stages and the enforcement of a task that runs in every workspace of its organization. */
export interface GlobalConfiguration {
  readonly enabled?: boolean | null;
  readonly stages?: readonly TaskStage[] | null;
  readonly 'enforcement-level'?: EnforcementLevel | null;
}

/** The body of a record of kind `tasks`: scope the organization, key the name. */
export interface StoredRunTask extends NounBody {
  readonly name: string;
  readonly url: string;
  /** Empty or null: requests are not signed. */
  readonly hmacKey: string | null;
  readonly enabled: boolean;
  readonly globalConfiguration: GlobalConfiguration | null;
  readonly agentPool?: string | null;
}

/** The body of a record of kind `workspace-tasks`: scope the workspace's ID, key the task's. */
export interface StoredWorkspaceTask extends NounBody {
  readonly task: string;
  readonly enforcementLevel: EnforcementLevel;
  readonly stages: readonly TaskStage[];
}
