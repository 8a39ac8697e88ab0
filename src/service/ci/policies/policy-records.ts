import type { Decision } from './decide.ts';

/**
 * What the policy endpoints remember.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-policy-sets` | org | context | PolicySet |
 * | `ci-policy-bundles` | set | id | PolicyBundle: as it was written once, never changed |
 * | `ci-policy-decisions` | set | id | DecisionLog; its name is the time it was made |
 */
export interface PolicySet {
  /** Whether pipelines are judged. */
  readonly enabled: boolean;
  /** The bundle that judges; null: none was written yet. */
  readonly bundle: string | null;
}
export interface PolicyDocument {
  /** What the policy calls itself. */
  readonly name: string;
  /** What it was sent as. */
  readonly file: string;
  readonly content: string;
  /** SHA-256 of the content, in hex. */
  readonly hash: string;
  readonly createdAt: string;
  /** A user's UUID, or the name of the team or organization whose token it was. */
  readonly createdBy: string;
}
/** In the order of their names. */
export interface PolicyBundle {
  readonly documents: readonly PolicyDocument[];
}

export interface PolicyMetadata {
  readonly build_number?: number;
  readonly project_id?: string;
  readonly ssh_rerun?: boolean;
  readonly vcs?: {
    readonly branch?: string;
    readonly origin_repository_url?: string;
    readonly release_tag?: string;
    readonly target_repository_url?: string;
  };
  /** Whatever else policies are to see as `data.meta`. */
  readonly [name: string]: unknown;
}
export interface DecisionLog {
  readonly createdAt: string;
  readonly decision: Decision;
  readonly metadata: PolicyMetadata;
  /** Name to hash. */
  readonly policies: { readonly [name: string]: string };
  readonly timeTaken: number;
  readonly bundle: string | null;
}
