import type { ReadTransaction } from '../../store/store.ts';
import type { ActorContext } from '../pipelines/start-pipeline.ts';
import type { CodeHostEvent } from './code-host-event.ts';
import type { OpenPullRequest } from './event-records.ts';

const recordKind = 'ci-pull-requests';

/** Remembers which pull requests are open; a comment's, of which some hosts tell the number only, is completed with what is remembered. */
export const trackPullRequest = async ({ tx, newId }: ActorContext, organization: string, event: CodeHostEvent): Promise<CodeHostEvent> => {
  const one = event.pullRequest;
  if (!one) return event;
  const key = `${event.repository}#${one.number}`;
  const known = await tx.getByKey<OpenPullRequest>(recordKind, organization, key);
  if (event.type === 'pr-commented') {
    if (!known || one.base !== '') return event;
    const { branch, base, fork, draft, revision } = known.body;
    return {
      ...event,
      pullRequest: { ...one, branch, base, fork, draft, revision },
      ref: { branch: fork ? `pull/${one.number}` : branch },
      revision,
    };
  }
  if (event.type === 'pr-closed' || event.type === 'pr-merged') {
    if (known) await tx.delete(recordKind, known.id);
    return event;
  }
  const body: OpenPullRequest = {
    repository: event.repository,
    number: one.number,
    branch: one.branch,
    base: one.base,
    fork: one.fork,
    draft: one.draft,
    revision: one.revision,
  };
  if (known) await tx.update<OpenPullRequest>(known, { body });
  else
    await tx.insert<OpenPullRequest>({
      id: newId('uuid'),
      kind: recordKind,
      scope: organization,
      key,
      name: one.title.slice(0, 255),
      body,
    });
  return event;
};

/** Whether a branch of this repository has an open pull request, as far as anybody told. */
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
