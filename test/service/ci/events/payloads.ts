/** Events as a GitHub sends them, cut down to what matters. */
const repository = { id: 41, name: 'web', full_name: 'acme/web', owner: { login: 'acme' }, default_branch: 'main' };
const sender = { login: 'olivia' };
export const sha = (digit: string): string => digit.repeat(40);
export const push = (ref: string, change: object = {}) => ({ ref, before: sha('1'), after: sha('2'), created: false, deleted: false, forced: false, head_commit: { id: sha('2'), message: 'Fix the door\n\nIt was open.' }, repository, sender, ...change });
export const pull = (action: string, change: { readonly draft?: boolean; readonly merged?: boolean; readonly fork?: boolean; readonly number?: number; readonly label?: string } = {}) => ({
  action, number: change.number ?? 7, repository, sender, ...(change.label ? { label: { name: change.label } } : {}),
  pull_request: {
    number: change.number ?? 7, title: 'A door', html_url: 'https://code.example/acme/web/pull/7', draft: change.draft ?? false, merged: change.merged ?? false, merge_commit_sha: sha('9'),
    head: { ref: 'door', sha: sha('3'), repo: { id: change.fork ? 99 : 41 } }, base: { ref: 'main', sha: sha('1'), repo: { id: 41 } },
  },
});
export const comment = (body: string) => ({ action: 'created', issue: { number: 7, title: 'A door', html_url: 'https://code.example/acme/web/pull/7', pull_request: {} }, comment: { body }, repository, sender });
export const queue = (action = 'checks_requested') => ({
  action, merge_group: { head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-abc', head_sha: sha('5'), base_ref: 'refs/heads/main', head_commit: { message: 'Merge #7' } }, repository, sender,
});
const queued = push('refs/heads/gh-readonly-queue/main/pr-7-abc', { created: true, head_commit: { id: sha('5'), message: 'Merge #7' } });

/** One of each kind, by a name that says what happened. */
export const events: { readonly [name: string]: readonly [event: string, payload: object] } = {
  'default branch pushed': ['push', push('refs/heads/main')],
  'branch created': ['push', push('refs/heads/door', { created: true, before: sha('0') })],
  'branch pushed': ['push', push('refs/heads/door')],
  'branch deleted': ['push', push('refs/heads/door', { deleted: true, after: sha('0'), head_commit: null })],
  'tag pushed': ['push', push('refs/tags/v1', { created: true })],
  'tag deleted': ['push', push('refs/tags/v1', { deleted: true, after: sha('0'), head_commit: null })],
  'queue branch pushed': ['push', queued],
  'PR opened': ['pull_request', pull('opened')],
  'draft PR opened': ['pull_request', pull('opened', { draft: true })],
  'PR reopened': ['pull_request', pull('reopened')],
  'PR pushed': ['pull_request', pull('synchronize')],
  'draft PR pushed': ['pull_request', pull('synchronize', { draft: true })],
  'PR labeled': ['pull_request', pull('labeled', { label: 'size/S' })],
  'PR ready for review': ['pull_request', pull('ready_for_review')],
  'PR converted to draft': ['pull_request', pull('converted_to_draft', { draft: true })],
  'PR merged': ['pull_request', pull('closed', { merged: true })],
  'PR closed': ['pull_request', pull('closed')],
  'PR comment run ci': ['issue_comment', comment('run ci')],
  'PR comment /run ci': ['issue_comment', comment(' /Run CI\n')],
  'PR comment otherwise': ['issue_comment', comment('please run ci')],
  'merge queue asks': ['merge_group', queue()],
};
