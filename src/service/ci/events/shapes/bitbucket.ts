import type { JsonObject } from '../../../json-api/read.ts';
import { invalid } from '../../read.ts';
import type { Happening, PullRequest, Telling, What } from '../happening.ts';
import { type Reader, reading } from './payload.ts';

const pulls: { readonly [key: string]: What } = {
  'pr:opened': 'pr-opened', 'pr:from_ref_updated': 'pr-updated', 'pr:merged': 'pr-merged', 'pr:declined': 'pr-closed', 'pr:deleted': 'pr-closed', 'pr:comment:added': 'pr-commented',
};
const changes: { readonly [type: string]: { readonly BRANCH: What; readonly TAG: What } } = {
  ADD: { BRANCH: 'branch-created', TAG: 'tag-created' }, UPDATE: { BRANCH: 'branch-updated', TAG: 'tag-created' }, DELETE: { BRANCH: 'branch-deleted', TAG: 'tag-deleted' },
};

const needed = <T>(value: T | null, path: string): T => {
  if (value === null) throw invalid({ detail: 'is required in this event', pointer: `/${path.replaceAll('.', '/')}` });
  return value;
};

const pullRequestOf = (read: Reader): PullRequest => {
  const at = (path: string): string => `pullRequest.${path}`;
  return {
    number: needed(read.number(at('id')), at('id')), title: read.text(at('title')) ?? '', url: read.text(at('links.self.0.href')), draft: read.flag(at('draft')), merged: read.text(at('state')) === 'MERGED',
    fork: read.id(at('fromRef.repository.id')) !== read.id(at('toRef.repository.id')), branch: needed(read.text(at('fromRef.displayId')), at('fromRef.displayId')), revision: read.revision(at('fromRef.latestCommit')),
    base: needed(read.text(at('toRef.displayId')), at('toRef.displayId')), baseRevision: read.revision(at('toRef.latestCommit')),
  };
};

const details = (one: PullRequest | null): Happening['details'] => (one ? {
  'pull_request.number': one.number, 'pull_request.title': one.title, 'pull_request.url': one.url, 'pull_request.draft': one.draft, 'pull_request.merged': one.merged,
  'pull_request.head.ref': one.branch, 'pull_request.head.sha': one.revision, 'pull_request.base.ref': one.base, 'pull_request.base.sha': one.baseRevision,
} : {});

const always = { host: 'bitbucket', defaultBranch: null, commit: null, label: null } as const;

const pushed = (read: Reader, event: string): readonly Telling[] => {
  const list = read.value('changes');
  if (!Array.isArray(list)) throw invalid({ detail: 'expected a list', pointer: '/changes' });
  return list.slice(0, 100).map((_, index): Telling => {
    const at = (path: string): string => `changes.${index}.${path}`;
    const [type, kind, name] = [read.text(at('type')) ?? '', read.text(at('ref.type')), read.text(at('ref.displayId'))];
    if ((kind !== 'BRANCH' && kind !== 'TAG') || !name || !Object.hasOwn(changes, type)) return { ignored: 'a push of neither a branch nor a tag' };
    return { happening: {
      ...always, what: changes[type]![kind], event, action: type.toLowerCase(), repository: needed(read.id('repository.id'), 'repository.id'), ref: kind === 'TAG' ? { tag: name } : { branch: name },
      revision: read.revision(at('toHash')), pullRequest: null, comment: null, sender: read.text('actor.name') ?? '', details: { ref: read.text(at('ref.id')), before: read.text(at('fromHash')), after: read.text(at('toHash')) },
    } };
  });
};

/** `X-Event-Key` of a Bitbucket data center and its payload. A push tells one thing for each branch and tag. */
export const fromBitbucket = (key: string, payload: JsonObject): readonly Telling[] => {
  const read = reading(payload);
  if (key === 'repo:refs_changed') return pushed(read, key);
  const what = Object.hasOwn(pulls, key) ? pulls[key] : undefined;
  if (!what) return [{ ignored: `the event "${key.slice(0, 60)}"` }];
  const one = pullRequestOf(read);
  const merged = what === 'pr-merged';
  return [{ happening: {
    ...always, what, event: key, action: key.split(':').at(-1)!, repository: needed(read.id('pullRequest.toRef.repository.id'), 'pullRequest.toRef.repository.id'),
    ref: { branch: merged ? one.base : one.fork ? `pull/${one.number}` : one.branch }, revision: merged ? read.revision('pullRequest.properties.mergeCommit.id') : one.revision,
    pullRequest: one, comment: read.text('comment.text'), sender: read.text('actor.name') ?? '', details: details(one),
  } }];
};
