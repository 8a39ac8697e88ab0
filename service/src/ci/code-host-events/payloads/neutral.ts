import { firstCharacters } from '../../../http/characters.ts';
import type { JsonObject } from '../../../json-api/parse-document.ts';
import type { GitRef } from '../../../code-hosts/git.ts';
import {
  booleanMember,
  objectMember,
  invalidRequest,
  optionalMember,
  type MemberRules,
  parseMembers,
  requiredMember,
} from '../../requests/read-request.ts';
import { nameMember, refMember, textMember } from '../../requests/text-members.ts';
import { type CodeHostEvent, codeHostEventTypes, type PullRequest, type CodeHostEventType } from '../../../code-hosts/code-host-event.ts';
import { splitCommitMessage, createPayloadReader } from '../../../code-hosts/payloads/payload.ts';

const eventNames: readonly string[] = ['push', ...codeHostEventTypes];
const eventMember = { description: `one of ${eventNames.join(', ')}`, accepts: (value: unknown) => eventNames.includes(value as string) };
const revisionMember = {
  description: "a commit's 40 or 64 hexadecimal digits",
  accepts: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value),
};
const fullRefMember = {
  description: 'refs/heads/… or refs/tags/…',
  accepts: (value: unknown) => typeof value === 'string' && /^refs\/(heads|tags)\/[^\s\p{Cc}]{1,255}$/u.test(value),
};
const numberMember = {
  description: 'a whole number from 1 on',
  accepts: (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0,
};

const eventMembers: MemberRules = {
  event: requiredMember(eventMember),
  repository: requiredMember(nameMember),
  ref: optionalMember(fullRefMember),
  before: optionalMember(revisionMember),
  after: optionalMember(revisionMember),
  branch: optionalMember(refMember),
  tag: optionalMember(refMember),
  default_branch: optionalMember(refMember),
  revision: optionalMember(revisionMember),
  message: optionalMember(textMember),
  sender: optionalMember(textMember),
  pull_request: optionalMember(objectMember),
  label: optionalMember(textMember),
  comment: optionalMember(textMember),
  delivery: optionalMember(nameMember),
};
const pullRequestMembers: MemberRules = {
  number: requiredMember(numberMember),
  branch: requiredMember(refMember),
  base: requiredMember(refMember),
  title: optionalMember(textMember),
  url: optionalMember(textMember),
  draft: optionalMember(booleanMember),
  fork: optionalMember(booleanMember),
  revision: optionalMember(revisionMember),
};

/** The format is the service's own, the same in both dialects. */
const strict = { dialect: 'neutral' } as const;

interface NeutralPayload {
  readonly event: CodeHostEventType | 'push';
  readonly repository: string;
  readonly ref?: string;
  readonly before?: string;
  readonly after?: string;
  readonly branch?: string;
  readonly tag?: string;
  readonly default_branch?: string;
  readonly message?: string;
  readonly sender?: string;
  readonly pull_request?: JsonObject;
  readonly label?: string;
  readonly comment?: string;
}

const parsePullRequest = (value: JsonObject, merged: boolean): PullRequest => {
  const pullRequest = parseMembers(strict, value, pullRequestMembers, '/pull_request') as unknown as Partial<PullRequest> &
    Pick<PullRequest, 'number' | 'branch' | 'base'>;
  return {
    title: '',
    url: null,
    draft: false,
    fork: false,
    baseRevision: null,
    ...pullRequest,
    merged,
    revision: pullRequest.revision ?? null,
  };
};

const parseEventRef = ({ branch, tag, ref }: NeutralPayload): GitRef | undefined => {
  const refs = [branch, tag, ref].filter((pullRequest) => pullRequest !== undefined);
  if (refs.length > 1) throw invalidRequest({ detail: 'expected one of branch, tag and ref' });
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref ?? '') ?? [];
  return branch !== undefined
    ? { branch }
    : tag !== undefined
      ? { tag }
      : kind === 'tags'
        ? { tag: name! }
        : kind === 'heads'
          ? { branch: name! }
          : undefined;
};

const isZeroRevision = (revision: string | undefined): boolean => /^0+$/.test(revision ?? '');
const eventTypeOf = ({ event, before, after }: NeutralPayload, ref: GitRef | undefined): CodeHostEventType => {
  if (event !== 'push') return event;
  if (ref && 'tag' in ref) return isZeroRevision(after) ? 'tag-deleted' : 'tag-created';
  return isZeroRevision(after) ? 'branch-deleted' : isZeroRevision(before) ? 'branch-created' : 'branch-updated';
};

/** The ref that an event's pipeline checks out. 400 if the event lacks the members for it. */
const checkoutRefOf = (
  what: CodeHostEventType,
  payload: NeutralPayload,
  ref: GitRef | undefined,
  pullRequest: PullRequest | null,
): GitRef => {
  if (what.startsWith('pr-')) {
    if (!pullRequest) throw invalidRequest({ detail: 'is required with an event of a pull request', pointer: '/pull_request' });
    return { branch: what === 'pr-merged' ? pullRequest.base : pullRequest.fork ? `pull/${pullRequest.number}` : pullRequest.branch };
  }
  const kind = what.startsWith('tag-') ? 'tag' : 'branch';
  if (!ref || !(kind in ref))
    throw invalidRequest({
      detail: `is required with the event ${payload.event}`,
      pointer: payload.event === 'push' ? '/ref' : `/${kind}`,
    });
  return ref;
};

/**
 * Parses an event in the neutral format: one flat object, whose `event` is an event type, or `push` with git's ref, before and after.
 * 400 if invalid.
 */
export const parseNeutralEvent = (payload: JsonObject): CodeHostEvent => {
  const sent = parseMembers(strict, payload, eventMembers) as unknown as NeutralPayload;
  const ref = parseEventRef(sent);
  const what = eventTypeOf(sent, ref);
  const pullRequest = sent.pull_request ? parsePullRequest(sent.pull_request, what === 'pr-merged') : null;
  const read = createPayloadReader(payload);
  return {
    host: 'any',
    type: what,
    hostEvent: sent.event,
    hostAction: what,
    repository: sent.repository,
    defaultBranch: sent.default_branch ?? null,
    ref: checkoutRefOf(what, sent, ref, pullRequest),
    revision: read.revision('revision') ?? read.revision('after') ?? (what === 'pr-merged' ? null : (pullRequest?.revision ?? null)),
    commit: splitCommitMessage(sent.message ?? null),
    pullRequest,
    label: sent.label ?? null,
    comment: sent.comment ?? null,
    sender: sent.sender ?? '',
    details: {
      ref: sent.ref ?? null,
      before: sent.before ?? null,
      after: sent.after ?? null,
      'label.name': sent.label ?? null,
      'comment.body': sent.comment === undefined ? null : firstCharacters(sent.comment, 4096),
      ...(pullRequest
        ? {
            'pull_request.number': pullRequest.number,
            'pull_request.title': pullRequest.title,
            'pull_request.url': pullRequest.url,
            'pull_request.draft': pullRequest.draft,
            'pull_request.merged': pullRequest.merged,
            'pull_request.head.ref': pullRequest.branch,
            'pull_request.base.ref': pullRequest.base,
          }
        : {}),
    },
  };
};
