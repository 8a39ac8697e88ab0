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
  /** Whether pipelines are evaluated. */
  readonly enabled: boolean;
  /** Id of the current bundle; null before the first one. */
  readonly bundle: string | null;
}
export interface PolicyDocument {
  /** The name in the policy. */
  readonly name: string;
  /** The name of the file. */
  readonly file: string;
  readonly content: string;
  /** SHA-256 of the content, in hex. */
  readonly hash: string;
  readonly createdAt: string;
  /** The UUID of a user, or the name of the team or organization of the token. */
  readonly createdBy: string;
}
/** The policies of a bundle, sorted by name. */
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
  /** Other members of `data.meta`. */
  readonly [name: string]: unknown;
}
export interface DecisionLog {
  readonly createdAt: string;
  readonly decision: Decision;
  readonly metadata: PolicyMetadata;
  /** Hashes by name. */
  readonly policies: { readonly [name: string]: string };
  readonly timeTaken: number;
  readonly bundle: string | null;
}
