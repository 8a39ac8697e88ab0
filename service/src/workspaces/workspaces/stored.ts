import type { RetentionPolicy, WorkspaceSummary } from '../../access/records.ts';
import type { StoredTagBinding } from '../tags/stored.ts';

/** Who holds a lock. An organization's `id` is its name, a run has no other name than its id. */
export interface LockHolder {
  readonly kind: 'user' | 'team' | 'run' | 'organization';
  readonly id: string;
  readonly name: string;
}
export interface WorkspaceLock {
  readonly holder: LockHolder;
  readonly reason: string;
  readonly at: string;
  /** The lock information that an engine sent through the state backend, unchanged. */
  readonly engineLock?: EngineLock;
}
/** The lock document of engines; they add members. */
export interface EngineLock {
  readonly ID: string;
  readonly [member: string]: unknown;
}

export type ExecutionMode = 'remote' | 'local' | 'agent';

/** A repository as callers wrote it; other members of the document are looked up. */
export interface StoredVcsRepo {
  readonly identifier: string;
  readonly branch: string;
  readonly 'ingress-submodules': boolean;
  readonly 'oauth-token-id'?: string;
  readonly 'codehost-app-installation-id'?: string;
  readonly 'tags-regex': string | null;
  /** The secret part of its webhook's URL. */
  readonly webhook: string;
}

/** What callers chose, in the specification's names. What is absent has its default, or is inherited. */
export interface WorkspaceAttributes {
  readonly 'agent-pool-id'?: string;
  readonly 'execution-mode'?: ExecutionMode;
  readonly 'assessments-enabled'?: boolean;
  readonly 'engine-version': string;
  readonly 'global-remote-state': boolean;
  readonly 'vcs-repo'?: StoredVcsRepo;
  readonly 'auto-destroy-at'?: string;
  readonly 'auto-destroy-activity-duration'?: string;
  readonly [plain: string]: unknown;
}

export interface CurrentRun {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
}
export interface StateOutput {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly sensitive: boolean;
  readonly value: unknown;
  /** As the engine writes types: `["list", "string"]`; absent if the state does not have it. */
  readonly detailedType?: unknown;
}
export interface NoCodeOrigin {
  readonly module: string;
  readonly sourceModuleId: string;
  readonly moduleVersion: string;
  readonly upgradeAvailable: boolean;
}

/** The body of a record of kind `workspaces`: scope the organization, key the name. */
export interface StoredWorkspace extends WorkspaceSummary {
  readonly attributes: WorkspaceAttributes;
  /** `setting-overwrites` as sent, where they differ from what the attributes imply; `true`: inherited. */
  readonly overwrites: { readonly mode: boolean | null; readonly pool: boolean | null };
  /** Its own key-value tags. */
  readonly tags: readonly StoredTagBinding[];
  /** Names of its flat tags; the tags are records of their own, linked by `workspace-tags`. */
  readonly tagNames: readonly string[];
  readonly lock: WorkspaceLock | null;
  /** What the client wrote with the last lock, which the hosted service's documents repeat. */
  readonly lockReason?: string;
  readonly sshKey: string | null;
  readonly retention: RetentionPolicy | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When its infrastructure last changed: a run or a state. */
  readonly latestChangeAt: string;
  readonly resourceCount: number;
  readonly currentRun: CurrentRun | null;
  readonly currentStateVersion: string | null;
  /** The state version that was written last, where it is intermediate and not the current one. */
  readonly latestStateVersion?: string | undefined;
  readonly currentConfigurationVersion: string | null;
  /** The first configuration version, while its content is awaited: shown as the current one, and used by no run. */
  readonly awaitedConfigurationVersion?: string;
  readonly outputs: readonly StateOutput[];
  readonly applyDurationAverage: number;
  readonly planDurationAverage: number;
  readonly policyCheckFailures: number;
  /** Absent: none. */
  readonly openChangeRequests?: number;
  /** The progress of its automatic destruction: `reminded` and `ran` are the due times. Absent: nothing yet. */
  readonly autoDestroy?: { readonly reminded?: string; readonly ran?: string; readonly outcome?: 'running' | 'finished' | 'errored' };
  /** Its assessment that is not over, and its latest result with the time. Absent: it was never assessed. */
  readonly assessment?: { readonly pending: string | null; readonly result: string | null; readonly at: string | null };
  readonly runFailures: number;
  readonly runsCount: number;
  readonly noCode: NoCodeOrigin | null;
}

/** Defaults of attributes (spec 1, Workspace). */
export const workspaceDefaults: { readonly [name: string]: unknown } = {
  'allow-destroy-plan': true,
  'auto-apply': false,
  'auto-apply-run-trigger': false,
  'auto-destroy-activity-duration': null,
  description: null,
  'file-triggers-enabled': true,
  'hyok-enabled': false,
  'project-remote-state': false,
  'queue-all-runs': false,
  'source-name': null,
  'source-url': null,
  'speculative-enabled': true,
  'structured-run-output-enabled': true,
  'trigger-patterns': [],
  'trigger-prefixes': [],
  'working-directory': null,
};
