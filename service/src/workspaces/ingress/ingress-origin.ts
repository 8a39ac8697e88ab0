import type { PullRequest } from '../../code-hosts/code-host-event.ts';
import type { GitRef } from '../../code-hosts/git.ts';
import type { RequestContext, LookupContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { RunAuthor } from '../runs/stored-parts.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

/** What the ingress of a commit needs of a request. */
export type IngressContext = Pick<LookupContext<Transaction>, 'tx' | 'clock' | 'settings' | 'listeners' | 'newId' | 'lookUp'>;

/** The origin of a commit. */
export interface IngressOrigin {
  /** Absent: the branch that the workspace follows. */
  readonly ref?: GitRef;
  readonly pullRequest: PullRequest | null;
  /** The login of the sender at the code host; null: none is known. */
  readonly sender: string | null;
  /** Who requested it; absent: the code host. */
  readonly createdBy?: RunAuthor;
}

/** The repository of a workspace; undefined: it has none, or the service reads none. */
export const findFollowedRepository = (
  { settings }: Pick<RequestContext, 'settings'>,
  { body }: StoredRecord<StoredWorkspace>,
): StoredWorkspace['attributes']['vcs-repo'] => (settings.repositoriesFolder === '' ? undefined : body.attributes['vcs-repo']);
