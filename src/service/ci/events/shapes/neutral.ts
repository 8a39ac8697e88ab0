import type { JsonObject } from '../../../json-api/read.ts';
import type { Ref } from '../../pipelines/git.ts';
import { aBoolean, anObject, invalid, may, type Member, membersOf, must } from '../../read.ts';
import { aName, aRef, aText } from '../../texts.ts';
import { type Happening, happenings, type PullRequest, type What } from '../happening.ts';
import { messageOf, reading } from './payload.ts';

const names: readonly string[] = ['push', ...happenings];
const anEvent = { description: `one of ${names.join(', ')}`, accepts: (value: unknown) => names.includes(value as string) };
const aRevision = { description: 'a commit\'s 40 or 64 hexadecimal digits', accepts: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value) };
const aFullRef = { description: 'refs/heads/… or refs/tags/…', accepts: (value: unknown) => typeof value === 'string' && /^refs\/(heads|tags)\/[^\s\p{Cc}]{1,255}$/u.test(value) };
const aNumber = { description: 'a whole number from 1 on', accepts: (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0 };

const members: { readonly [name: string]: Member } = {
  event: must(anEvent), repository: must(aName), ref: may(aFullRef), before: may(aRevision), after: may(aRevision), branch: may(aRef), tag: may(aRef), default_branch: may(aRef), revision: may(aRevision),
  message: may(aText), sender: may(aText), pull_request: may(anObject), label: may(aText), comment: may(aText), delivery: may(aName),
};
const ofPull: { readonly [name: string]: Member } = {
  number: must(aNumber), branch: must(aRef), base: must(aRef), title: may(aText), url: may(aText), draft: may(aBoolean), fork: may(aBoolean), revision: may(aRevision),
};

interface Sent {
  readonly event: What | 'push'; readonly repository: string; readonly ref?: string; readonly before?: string; readonly after?: string; readonly branch?: string; readonly tag?: string; readonly default_branch?: string;
  readonly message?: string; readonly sender?: string; readonly pull_request?: JsonObject; readonly label?: string; readonly comment?: string;
}

const pullRequestIn = (value: JsonObject, merged: boolean): PullRequest => {
  const one = membersOf(value, ofPull, '/pull_request') as unknown as Partial<PullRequest> & Pick<PullRequest, 'number' | 'branch' | 'base'>;
  return { title: '', url: null, draft: false, fork: false, baseRevision: null, ...one, merged, revision: one.revision ?? null };
};

const refIn = ({ branch, tag, ref }: Sent): Ref | undefined => {
  const given = [branch, tag, ref].filter((one) => one !== undefined);
  if (given.length > 1) throw invalid({ detail: 'expected one of branch, tag and ref' });
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref ?? '') ?? [];
  return branch !== undefined ? { branch } : tag !== undefined ? { tag } : kind === 'tags' ? { tag: name! } : kind === 'heads' ? { branch: name! } : undefined;
};

const isNothing = (revision: string | undefined): boolean => /^0+$/.test(revision ?? '');
const whatOf = ({ event, before, after }: Sent, ref: Ref | undefined): What => {
  if (event !== 'push') return event;
  if (ref && 'tag' in ref) return isNothing(after) ? 'tag-deleted' : 'tag-created';
  return isNothing(after) ? 'branch-deleted' : isNothing(before) ? 'branch-created' : 'branch-updated';
};

/** Where a pipeline of this event looks, and what the event must have said for it. */
const placeOf = (what: What, sent: Sent, ref: Ref | undefined, one: PullRequest | null): Ref => {
  if (what.startsWith('pr-')) {
    if (!one) throw invalid({ detail: 'is required with an event of a pull request', pointer: '/pull_request' });
    return { branch: what === 'pr-merged' ? one.base : one.fork ? `pull/${one.number}` : one.branch };
  }
  const kind = what.startsWith('tag-') ? 'tag' : 'branch';
  if (!ref || !(kind in ref)) throw invalid({ detail: `is required with the event ${sent.event}`, pointer: sent.event === 'push' ? '/ref' : `/${kind}` });
  return ref;
};

/** Our own shape: one flat object, whose `event` is a word of our own or `push` with git's words for it. 400 for what does not fit. */
export const fromNeutral = (payload: JsonObject): Happening => {
  const sent = membersOf(payload, members) as unknown as Sent;
  const ref = refIn(sent);
  const what = whatOf(sent, ref);
  const one = sent.pull_request ? pullRequestIn(sent.pull_request, what === 'pr-merged') : null;
  const read = reading(payload);
  return {
    host: 'any', what, event: sent.event, action: what, repository: sent.repository, defaultBranch: sent.default_branch ?? null, ref: placeOf(what, sent, ref, one),
    revision: read.revision('revision') ?? read.revision('after') ?? (what === 'pr-merged' ? null : one?.revision ?? null), commit: messageOf(sent.message ?? null), pullRequest: one,
    label: sent.label ?? null, comment: sent.comment ?? null, sender: sent.sender ?? '',
    details: {
      ref: sent.ref ?? null, before: sent.before ?? null, after: sent.after ?? null, 'label.name': sent.label ?? null, 'comment.body': sent.comment?.slice(0, 4096) ?? null,
      ...(one ? { 'pull_request.number': one.number, 'pull_request.title': one.title, 'pull_request.url': one.url, 'pull_request.draft': one.draft, 'pull_request.merged': one.merged, 'pull_request.head.ref': one.branch, 'pull_request.base.ref': one.base } : {}),
    },
  };
};
