import { firstCharacters } from '../../http/characters.ts';
import type { ReadTransaction } from '../../store/store.ts';
import type { ActorContext } from '../pipelines/start-pipeline.ts';
import type { CodeHostEvent } from '../../code-hosts/code-host-event.ts';
import type { OpenPullRequest } from './event-records.ts';

const recordKind = 'ci-pull-requests';

/**
 * Stores which pull requests are open. Some hosts send only the number of a comment's pull request: its other properties are added from the
 * record.
 */
export const trackPullRequest = async ({ tx, newId }: ActorContext, organization: string, event: CodeHostEvent): Promise<CodeHostEvent> => {
  const pullRequest = event.pullRequest;
  if (!pullRequest) return event;
  const key = `${event.repository}#${pullRequest.number}`;
  const known = await tx.getByKey<OpenPullRequest>(recordKind, organization, key);
  if (event.type === 'pr-commented') {
    if (!known || pullRequest.base !== '') return event;
    const { branch, base, fork, draft, revision } = known.body;
    return {
      ...event,
      pullRequest: { ...pullRequest, branch, base, fork, draft, revision },
      ref: { branch: fork ? `pull/${pullRequest.number}` : branch },
      revision,
    };
  }
  if (event.type === 'pr-closed' || event.type === 'pr-merged') {
    if (known) await tx.delete(recordKind, known.id);
    return event;
  }
  const body: OpenPullRequest = {
    repository: event.repository,
    number: pullRequest.number,
    branch: pullRequest.branch,
    base: pullRequest.base,
    fork: pullRequest.fork,
    draft: pullRequest.draft,
    revision: pullRequest.revision,
  };
  if (known) await tx.update<OpenPullRequest>(known, { body });
  else
    await tx.insert<OpenPullRequest>({
      id: newId('uuid'),
      kind: recordKind,
      scope: organization,
      key,
      name: firstCharacters(pullRequest.title, 255),
      body,
    });
  return event;
};

/** Whether a branch of this repository has an open pull request, by the events so far. */
export const hasOpenPullRequest = async (
  view: ReadTransaction,
  organization: string,
  repository: string,
  branch: string,
): Promise<boolean> =>
  (await view.count({
    kind: recordKind,
    scope: organization,
    body: [
      { path: 'repository', is: repository },
      { path: 'branch', is: branch },
      { path: 'fork', is: false },
    ],
  })) > 0;
