import { firstCharacters } from '../../http/characters.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import type { GitRef } from '../git.ts';
import type { CodeHostEvent, PullRequest, ParsedEvent, CodeHostEventType } from '../code-host-event.ts';
import { splitCommitMessage, type PayloadReader, createPayloadReader, renderPullRequest, requireValue } from './payload.ts';

/** The part of a comment that becomes a pipeline value. */
const cutComment = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : firstCharacters(text, 4096);

const pullRequestActions: { readonly [action: string]: CodeHostEventType } = {
  opened: 'pr-opened',
  reopened: 'pr-reopened',
  synchronize: 'pr-updated',
  labeled: 'pr-labeled',
  ready_for_review: 'pr-ready',
  converted_to_draft: 'pr-drafted',
};

const readPullRequest = (read: PayloadReader): PullRequest => {
  const at = (path: string): string => `pull_request.${path}`;
  return {
    number: requireValue(read.number(at('number')), at('number')),
    title: read.text(at('title')) ?? '',
    url: read.text(at('html_url')),
    draft: read.flag(at('draft')),
    merged: read.flag(at('merged')),
    fork: read.id(at('head.repo.id')) !== read.id(at('base.repo.id')),
    branch: requireValue(read.text(at('head.ref')), at('head.ref')),
    revision: read.revision(at('head.sha')),
    base: requireValue(read.text(at('base.ref')), at('base.ref')),
    baseRevision: read.revision(at('base.sha')),
  };
};
/** The branch of a fork is not in the repository; the ref of its pull request is. */
const branchOf = ({ fork, number, branch }: PullRequest): GitRef => ({ branch: fork ? `pull/${number}` : branch });

const readDetails = (read: PayloadReader, pullRequest: PullRequest | null): CodeHostEvent['details'] => ({
  'repository.id': read.id('repository.id'),
  'repository.name': read.text('repository.name'),
  'repository.full_name': read.text('repository.full_name'),
  'repository.owner.login': read.text('repository.owner.login'),
  'sender.login': read.text('sender.login'),
  ref: read.text('ref'),
  before: read.text('before'),
  after: read.text('after'),
  'head_commit.url': read.text('head_commit.url'),
  ...renderPullRequest(pullRequest),
  'label.name': read.text('label.name'),
  'comment.body': cutComment(read.text('comment.body')),
});

type GithubEventParts = Pick<CodeHostEvent, 'type' | 'ref'> & Partial<Pick<CodeHostEvent, 'revision' | 'commit' | 'pullRequest'>>;

const parsePush = (read: PayloadReader): GithubEventParts | string => {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(requireValue(read.text('ref'), 'ref')) ?? [];
  if (!kind || !name) return 'a push of neither a branch nor a tag';
  const [deleted, created] = [read.flag('deleted'), read.flag('created')];
  const what: CodeHostEventType =
    kind === 'tags'
      ? deleted
        ? 'tag-deleted'
        : 'tag-created'
      : deleted
        ? 'branch-deleted'
        : created
          ? 'branch-created'
          : 'branch-updated';
  return {
    type: what,
    ref: kind === 'tags' ? { tag: name } : { branch: name },
    revision: read.revision('head_commit.id') ?? read.revision('after'),
    commit: splitCommitMessage(read.text('head_commit.message')),
  };
};

const parsePullRequest = (read: PayloadReader, action: string): GithubEventParts | string => {
  const pullRequest = readPullRequest(read);
  const what = action === 'closed' ? (pullRequest.merged ? ('pr-merged' as const) : ('pr-closed' as const)) : pullRequestActions[action];
  if (!what) return `the action "${firstCharacters(action, 60)}" of a pull request`;
  // A merged pull request is built at its base branch: its own branch is often deleted with the merge.
  return what === 'pr-merged'
    ? { type: what, pullRequest, ref: { branch: pullRequest.base }, revision: read.revision('pull_request.merge_commit_sha') }
    : { type: what, pullRequest, ref: branchOf(pullRequest), revision: pullRequest.revision };
};

/** The payload of a comment names the pull request without branch and commit; open-pull-requests.ts adds them. */
const parseComment = (read: PayloadReader, action: string): GithubEventParts | string => {
  if (action !== 'created' || read.value('issue.pull_request') === undefined) return 'a comment that is not a new one on a pull request';
  const number = requireValue(read.number('issue.number'), 'issue.number');
  return {
    type: 'pr-commented',
    ref: { branch: `pull/${number}` },
    pullRequest: {
      number,
      title: read.text('issue.title') ?? '',
      url: read.text('issue.html_url'),
      draft: read.flag('issue.draft'),
      merged: false,
      fork: true,
      branch: `pull/${number}`,
      revision: null,
      base: '',
      baseRevision: null,
    },
  };
};

const parseMergeQueue = (read: PayloadReader, action: string): GithubEventParts | string => {
  if (action !== 'checks_requested') return `the action "${firstCharacters(action, 60)}" of a merge queue`;
  const ref = requireValue(read.text('merge_group.head_ref'), 'merge_group.head_ref').replace(/^refs\/heads\//, '');
  return {
    type: 'queue-pushed',
    ref: { branch: ref },
    revision: read.revision('merge_group.head_sha'),
    commit: splitCommitMessage(read.text('merge_group.head_commit.message')),
  };
};

const parsers: { readonly [event: string]: (read: PayloadReader, action: string) => GithubEventParts | string } = {
  push: parsePush,
  pull_request: parsePullRequest,
  issue_comment: parseComment,
  merge_group: parseMergeQueue,
};

/** Parses an event of GitHub: `X-GitHub-Event` and its payload. 400 if a required member is missing. */
export const parseGithubEvent = (event: string, payload: JsonObject): ParsedEvent => {
  const reader = Object.hasOwn(parsers, event) ? parsers[event] : undefined;
  if (!reader) return { ignored: `the event "${firstCharacters(event, 60)}"` };
  const read = createPayloadReader(payload);
  const action = read.text('action') ?? '';
  const parts = reader(read, action);
  if (typeof parts === 'string') return { ignored: parts };
  const { revision = null, commit = null, pullRequest = null } = parts;
  return {
    event: {
      host: 'github',
      type: parts.type,
      hostEvent: event,
      hostAction: action,
      repository: requireValue(read.id('repository.id'), 'repository.id'),
      defaultBranch: read.text('repository.default_branch'),
      ref: parts.ref,
      revision,
      commit,
      pullRequest,
      label: read.text('label.name'),
      comment: read.text('comment.body'),
      sender: read.text('sender.login') ?? '',
      details: readDetails(read, pullRequest),
    },
  };
};
