import { firstCharacters } from '../../http/characters.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import type { PullRequest, ParsedEvent, CodeHostEventType } from '../code-host-event.ts';
import { invalidPayload, type PayloadReader, createPayloadReader, renderPullRequest, requireValue } from './payload.ts';

const pullRequestEvents: { readonly [key: string]: CodeHostEventType } = {
  'pr:opened': 'pr-opened',
  'pr:from_ref_updated': 'pr-updated',
  'pr:merged': 'pr-merged',
  'pr:declined': 'pr-closed',
  'pr:deleted': 'pr-closed',
  'pr:comment:added': 'pr-commented',
};
const refChanges: { readonly [type: string]: { readonly BRANCH: CodeHostEventType; readonly TAG: CodeHostEventType } } = {
  ADD: { BRANCH: 'branch-created', TAG: 'tag-created' },
  UPDATE: { BRANCH: 'branch-updated', TAG: 'tag-created' },
  DELETE: { BRANCH: 'branch-deleted', TAG: 'tag-deleted' },
};

const readPullRequest = (read: PayloadReader): PullRequest => {
  const at = (path: string): string => `pullRequest.${path}`;
  return {
    number: requireValue(read.number(at('id')), at('id')),
    title: read.text(at('title')) ?? '',
    url: read.text(at('links.self.0.href')),
    draft: read.flag(at('draft')),
    merged: read.text(at('state')) === 'MERGED',
    fork: read.id(at('fromRef.repository.id')) !== read.id(at('toRef.repository.id')),
    branch: requireValue(read.text(at('fromRef.displayId')), at('fromRef.displayId')),
    revision: read.revision(at('fromRef.latestCommit')),
    base: requireValue(read.text(at('toRef.displayId')), at('toRef.displayId')),
    baseRevision: read.revision(at('toRef.latestCommit')),
  };
};

const commonFields = { host: 'bitbucket', defaultBranch: null, commit: null, label: null } as const;

const parsePushes = (read: PayloadReader, event: string): readonly ParsedEvent[] => {
  const list = read.value('changes');
  if (!Array.isArray(list)) throw invalidPayload('expected a list', '/changes');
  return list.slice(0, 100).map((_, index): ParsedEvent => {
    const at = (path: string): string => `changes.${index}.${path}`;
    const [type, kind, name] = [read.text(at('type')) ?? '', read.text(at('ref.type')), read.text(at('ref.displayId'))];
    if ((kind !== 'BRANCH' && kind !== 'TAG') || !name || !Object.hasOwn(refChanges, type))
      return { ignored: 'a push of neither a branch nor a tag' };
    return {
      event: {
        ...commonFields,
        type: refChanges[type]![kind],
        hostEvent: event,
        hostAction: type.toLowerCase(),
        repository: requireValue(read.id('repository.id'), 'repository.id'),
        ref: kind === 'TAG' ? { tag: name } : { branch: name },
        revision: read.revision(at('toHash')),
        pullRequest: null,
        comment: null,
        sender: read.text('actor.name') ?? '',
        details: { ref: read.text(at('ref.id')), before: read.text(at('fromHash')), after: read.text(at('toHash')) },
      },
    };
  });
};

/** Parses an event of Bitbucket Data Center: `X-Event-Key` and its payload. A push has one event per branch and tag. */
export const parseBitbucketEvents = (key: string, payload: JsonObject): readonly ParsedEvent[] => {
  const read = createPayloadReader(payload);
  if (key === 'repo:refs_changed') return parsePushes(read, key);
  const what = Object.hasOwn(pullRequestEvents, key) ? pullRequestEvents[key] : undefined;
  if (!what) return [{ ignored: `the event "${firstCharacters(key, 60)}"` }];
  const pullRequest = readPullRequest(read);
  const merged = what === 'pr-merged';
  return [
    {
      event: {
        ...commonFields,
        type: what,
        hostEvent: key,
        hostAction: key.split(':').at(-1)!,
        repository: requireValue(read.id('pullRequest.toRef.repository.id'), 'pullRequest.toRef.repository.id'),
        ref: { branch: merged ? pullRequest.base : pullRequest.fork ? `pull/${pullRequest.number}` : pullRequest.branch },
        revision: merged ? read.revision('pullRequest.properties.mergeCommit.id') : pullRequest.revision,
        pullRequest,
        comment: read.text('comment.text'),
        sender: read.text('actor.name') ?? '',
        details: renderPullRequest(pullRequest),
      },
    },
  ];
};
