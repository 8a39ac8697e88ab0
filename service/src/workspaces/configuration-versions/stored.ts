import type { RunAuthor } from '../runs/stored-parts.ts';

export type ConfigurationStatus =
  | 'pending'
  | 'fetching'
  | 'uploaded'
  | 'archived'
  | 'errored'
  | 'backing_data_soft_deleted'
  | 'backing_data_permanently_deleted';

/** The attributes of a commit by their names in documents, besides `commit-sha`. Unknown ones are null. */
export const ingressAttributes = {
  identifier: 'text',
  branch: 'text',
  tag: 'text',
  'clone-url': 'text',
  'commit-message': 'text',
  'commit-url': 'text',
  'compare-url': 'text',
  'is-pull-request': 'flag',
  'on-default-branch': 'flag',
  'pull-request-number': 'number',
  'pull-request-url': 'text',
  'pull-request-title': 'text',
  'pull-request-body': 'text',
  'sender-username': 'text',
  'sender-avatar-url': 'text',
  'sender-html-url': 'text',
} as const;

/** The commit of a repository that a configuration version was made of. */
export type StoredIngress = { readonly commitSha: string } & { readonly [name in keyof typeof ingressAttributes]?: unknown };

/** The `source` of configuration versions that were made of a module. */
export const moduleSource = 'tfe-module';

/** The body of a record of kind `configuration-versions`: scope the workspace's id, key the id. */
export interface StoredConfigurationVersion {
  readonly status: ConfigurationStatus;
  /** Starts a run when the content is uploaded. */
  readonly autoQueueRuns: boolean;
  /** Its runs only plan. */
  readonly speculative: boolean;
  /** Becomes the workspace's current one when a run of it is applied, not before. */
  readonly provisional: boolean;
  readonly source: string;
  readonly error: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: string;
  readonly createdBy: RunAuthor | null;
  /** When each status was reached. */
  readonly reached: { readonly [status: string]: string };
  /** Part of the signed upload address, which works without a token; null if nothing is uploaded. */
  readonly secret: string | null;
  /** Bytes of its archive. */
  readonly size: number;
  /** SHA-256 of its archive as it was uploaded, in hexadecimal; absent before the upload, and after one by an older release. */
  readonly digest?: string;
  /** Names a record of kind `ingress-attributes` by `ia-…`; null where no repository was read. */
  readonly ingress: StoredIngress | null;
}

/** The body of a record of kind `configuration-contents`, same scope, key `<configuration version>/<number>`: a piece of the archive. */
export interface StoredConfigurationContent {
  readonly base64: string;
}
