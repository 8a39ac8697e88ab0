import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CodeHostEvent } from '../../../src/code-hosts/code-host-event.ts';
import { eventPresets, matchesPreset } from '../../../src/ci/triggers/event-presets.ts';
import { parseGithubEvent } from '../../../src/code-hosts/payloads/github.ts';
import { eventPayloads, pullRequestPayload, pushPayload, mergeQueuePayload } from '../code-host-events/payloads.ts';

const presets = suite('which events of a code host start a pipeline, preset by preset');

const parseEvent = (hostEvent: string, payload: object): CodeHostEvent => {
  const telling = parseGithubEvent(hostEvent, payload as never);
  if ('ignored' in telling) throw new Error(telling.ignored);
  return telling.event;
};
/** Of all events, those that the preset takes: what is not in the list does not fire. */
const taken = (preset: string | null): readonly string[] =>
  Object.entries(eventPayloads)
    .filter(([, [hostEvent, payload]]) => matchesPreset(preset, parseEvent(hostEvent, payload)))
    .map(([name]) => name);

const pushes = ['default branch pushed', 'branch created', 'branch pushed', 'tag pushed', 'queue branch pushed'];
const expected: { readonly [preset: string]: readonly string[] } = {
  'all-pushes': pushes,
  'only-tags': ['tag pushed'],
  'default-branch-pushes': ['default branch pushed'],
  'only-build-prs': ['default branch pushed', 'tag pushed', 'PR opened', 'draft PR opened', 'PR reopened', 'PR pushed', 'draft PR pushed'],
  'only-open-prs': ['PR opened', 'draft PR opened', 'PR reopened'],
  'only-labeled-prs': ['PR labeled'],
  'only-merged-prs': ['PR merged'],
  'only-ready-for-review-prs': ['PR ready for review'],
  'only-branch-delete': ['branch deleted'],
  'only-build-pushes-to-non-draft-prs': ['PR pushed'],
  'only-merged-or-closed-prs': ['PR merged', 'PR closed'],
  'pr-comment-equals-run-ci': ['PR comment run ci', 'PR comment /run ci'],
  'non-draft-pr-opened': ['PR opened', 'PR reopened'],
  'pushes-to-merge-queues': ['queue branch pushed', 'merge queue asks'],
};

for (const [preset, names] of Object.entries(expected))
  presets(`${preset} takes ${names.join(', ')}, and nothing else`, () => {
    assert.equal(taken(preset), names);
  });

presets('every preset is in the table', () => {
  assert.equal(Object.keys(expected), [...eventPresets]);
});
presets('a trigger without a preset takes every push', () => {
  assert.equal(taken(null), pushes);
});

presets('what else a GitHub tells starts nothing, and says so', () => {
  assert.equal(parseGithubEvent('star', { action: 'created' }), { ignored: 'the event "star"' });
  assert.equal(parseGithubEvent('pull_request', pullRequestPayload('assigned') as never), {
    ignored: 'the action "assigned" of a pull request',
  });
  assert.equal(parseGithubEvent('merge_group', mergeQueuePayload('destroyed') as never), {
    ignored: 'the action "destroyed" of a merge queue',
  });
  assert.equal(parseGithubEvent('push', pushPayload('refs/notes/commits') as never), { ignored: 'a push of neither a branch nor a tag' });
  assert.equal(parseGithubEvent('__proto__', {}), { ignored: 'the event "__proto__"' });
});

presets('a pull request of a fork is at its number, a merged one at what it was merged into', () => {
  const fork = parseEvent('pull_request', pullRequestPayload('opened', { fork: true }));
  assert.equal([fork.ref, fork.revision, fork.pullRequest?.fork], [{ branch: 'pull/7' }, '3'.repeat(40), true]);
  const merged = parseEvent('pull_request', pullRequestPayload('closed', { merged: true }));
  assert.equal([merged.ref, merged.revision], [{ branch: 'main' }, '9'.repeat(40)]);
});

presets.run();
