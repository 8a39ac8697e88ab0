/** Events as a GitHub sends them, cut down to what matters. */
const repository = { id: 41, name: 'web', full_name: 'acme/web', owner: { login: 'acme' }, default_branch: 'main' };
const sender = { login: 'olivia' };
export const commitSha = (digit: string): string => digit.repeat(40);
export const pushPayload = (ref: string, change: object = {}) => ({
  ref,
  before: commitSha('1'),
  after: commitSha('2'),
  created: false,
  deleted: false,
  forced: false,
  head_commit: { id: commitSha('2'), message: 'Fix the door\n\nIt was open.' },
  repository,
  sender,
  ...change,
});
export const pullRequestPayload = (
  action: string,
  change: {
    readonly draft?: boolean;
    readonly merged?: boolean;
    readonly fork?: boolean;
    readonly number?: number;
    readonly label?: string;
  } = {},
) => ({
  action,
  number: change.number ?? 7,
  repository,
  sender,
  ...(change.label ? { label: { name: change.label } } : {}),
  pull_request: {
    number: change.number ?? 7,
    title: 'A door',
    html_url: 'https://code.example/acme/web/pull/7',
    draft: change.draft ?? false,
    merged: change.merged ?? false,
    merge_commit_sha: commitSha('9'),
    head: { ref: 'door', sha: commitSha('3'), repo: { id: change.fork ? 99 : 41 } },
    base: { ref: 'main', sha: commitSha('1'), repo: { id: 41 } },
  },
});
export const commentPayload = (body: string) => ({
  action: 'created',
  issue: { number: 7, title: 'A door', html_url: 'https://code.example/acme/web/pull/7', pull_request: {} },
  comment: { body },
  repository,
  sender,
});
export const mergeQueuePayload = (action = 'checks_requested') => ({
  action,
  merge_group: {
    head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-abc',
    head_sha: commitSha('5'),
    base_ref: 'refs/heads/main',
    head_commit: { message: 'Merge #7' },
  },
  repository,
  sender,
});
const queued = pushPayload('refs/heads/gh-readonly-queue/main/pr-7-abc', {
  created: true,
  head_commit: { id: commitSha('5'), message: 'Merge #7' },
});

/** One of each kind, by a name that says what happened. */
export const eventPayloads: { readonly [name: string]: readonly [event: string, payload: object] } = {
  'default branch pushed': ['push', pushPayload('refs/heads/main')],
  'branch created': ['push', pushPayload('refs/heads/door', { created: true, before: commitSha('0') })],
  'branch pushed': ['push', pushPayload('refs/heads/door')],
  'branch deleted': ['push', pushPayload('refs/heads/door', { deleted: true, after: commitSha('0'), head_commit: null })],
  'tag pushed': ['push', pushPayload('refs/tags/v1', { created: true })],
  'tag deleted': ['push', pushPayload('refs/tags/v1', { deleted: true, after: commitSha('0'), head_commit: null })],
  'queue branch pushed': ['push', queued],
  'PR opened': ['pull_request', pullRequestPayload('opened')],
  'draft PR opened': ['pull_request', pullRequestPayload('opened', { draft: true })],
  'PR reopened': ['pull_request', pullRequestPayload('reopened')],
  'PR pushed': ['pull_request', pullRequestPayload('synchronize')],
  'draft PR pushed': ['pull_request', pullRequestPayload('synchronize', { draft: true })],
  'PR labeled': ['pull_request', pullRequestPayload('labeled', { label: 'size/S' })],
  'PR ready for review': ['pull_request', pullRequestPayload('ready_for_review')],
  'PR converted to draft': ['pull_request', pullRequestPayload('converted_to_draft', { draft: true })],
  'PR merged': ['pull_request', pullRequestPayload('closed', { merged: true })],
  'PR closed': ['pull_request', pullRequestPayload('closed')],
  'PR comment run ci': ['issue_comment', commentPayload('run ci')],
  'PR comment /run ci': ['issue_comment', commentPayload(' /Run CI\n')],
  'PR comment otherwise': ['issue_comment', commentPayload('please run ci')],
  'merge queue asks': ['merge_group', mergeQueuePayload()],
};
