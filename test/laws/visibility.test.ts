/**
 * No response names what its caller cannot read: everything is there twice and linked with each other; callers who see one of both send
 * every request that reads, with everything that can be included, and no response has an ID or a name of a thing whose own address is 404.
 */
// watchdog: 400 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPipelineTest, type PipelineTest } from '../service/ci/pipelines/support.ts';
import { fillSlots, slottedRequests, type SlottedRequest, type SlotValues } from './foreign-ids/request-slots.ts';
import { addCallers } from './visibility/callers.ts';
import { includesOf, listNounsWithoutOwnRead, ownReadOf, ownReads, type Thing } from './visibility/known-things.ts';
import { countsHidden, discover, findHidden, findTold, tellsAll } from './visibility/oracle.ts';
import { plantTwins, type Twins } from './visibility/plant-world.ts';

interface Planted {
  readonly bench: PipelineTest;
  readonly twins: Twins;
  readonly callers: ReadonlyMap<string, string>;
  readonly things: readonly Thing[];
}

const reads = slottedRequests.filter(({ service, row }) => service === 'workspaces' && row.startsWith('GET '));

const writes = slottedRequests.filter(({ service, row }) => service === 'workspaces' && /^(POST|PATCH|PUT) /.test(row));
/** What bodies name beside what the path does. */
const pickTargets = ({ workspace_id, project_id, team_id, agent_pool_id, user_id }: SlotValues): SlotValues => {
  const targets = { workspace_id, project_id, team_id, agent_pool_id, user_id };
  return targets as SlotValues;
};

/** The lines of a route's requests: alone, and with everything included. */
const listLines = (request: SlottedRequest, values: SlotValues): readonly string[] => {
  const { line } = fillSlots(request, values);
  return [line, ...includesOf(request.row).map((names) => `${line}${line.includes('?') ? '&' : '?'}include=${names}`)];
};

const law = suite<Planted>('what a caller cannot read is not named to them');
law.before(async (context) => {
  const bench = await startPipelineTest({ settings: { tier: 'plus' } });
  const twins = await plantTwins(bench);
  const lines = reads.flatMap((request) => [twins.shown, twins.hidden].flatMap((values) => listLines(request, values)));
  const things = await discover(bench, lines);
  Object.assign(context, { bench, twins, things, callers: await addCallers(bench, twins.shown) });
});
law.after(async ({ bench }) => {
  await bench.close();
});

law('reads: the documents, what is included, counts of lists, errors', async ({ bench, twins, callers, things }) => {
  const told = new Set<string>();
  for (const [caller, token] of callers) {
    const hidden = await findHidden(bench, things, caller, token);
    for (const request of reads)
      for (const line of [twins.shown, twins.hidden].flatMap((values) => listLines(request, values))) {
        if (tellsAll(request.row)) continue;
        const { body } = await bench.request(line, undefined, { token });
        for (const what of findTold(hidden, line, body)) told.add(`${request.row} tells ${caller} ${what}`);
        if (countsHidden(body)) told.add(`${request.row} counts for ${caller} what it does not list`);
      }
  }
  assert.equal([...told].sort(), []);
});

/** Whether reading it by itself is refused still, after writes that may have given a right. */
const isHidden = async ({ bench }: Planted, thing: Thing, token: string): Promise<boolean> =>
  (await bench.request(ownReadOf(thing)!, undefined, { token })).status === 404;

law('writes: what they answer, refusals as well', async (planted) => {
  const { bench, twins, callers, things } = planted;
  const told = new Set<string>();
  for (const [caller, token] of callers) {
    const hidden = await findHidden(bench, things, caller, token);
    for (const request of writes)
      for (const values of [twins.shown, twins.hidden, { ...twins.shown, ...pickTargets(twins.hidden) }]) {
        const { line, body } = fillSlots(request, values);
        const response = await bench.request(line, body, { token });
        for (const { thing, needles } of hidden)
          for (const what of findTold([{ thing, needles }], `${line} ${body}`, response.body))
            if (await isHidden(planted, thing, token)) told.add(`${response.status} ${request.row} tells ${caller} ${what}`);
      }
  }
  assert.equal([...told].sort(), []);
});

/** Types of documents that no request reads by their ID alone. */
const withoutOwnRead: { readonly [reason: string]: readonly string[] } = {
  'a part of the document that names it, and read with it': [
    'effective-tag-bindings',
    'entitlement-sets',
    'ingress-attributes',
    'registry-module-variables',
    'registry-module-versions',
    'registry-provider-platforms',
    'registry-provider-versions',
    'resources',
    'tag-bindings',
    'tags',
    'variable-options',
    'vars',
    'workspace-outputs',
    'workspace-readme',
    'workspace-tasks',
    'workspace-upgrade',
  ],
  'a setting of the organization or the workspace in whose path it stands': [
    'audit-configurations',
    'data-retention-policy-delete-olders',
    'data-retention-policy-dont-deletes',
    'feature-sets',
    'gpg-keys',
    'organization-capacity',
    'organization-token-ttl-policies',
    'registry-module-address-validations',
    'reserved-tag-keys',
  ],
  'read in a code host, or a request of it': [
    'authorized-repos',
    'commit',
    'github-app-repos',
    'vcs-events',
    'vcs-organization',
    'vcs-repo-check',
    'vcs-tree',
  ],
  'its ID is made of that of the assessment result which names it': ['assessments'],
  'this service has none': [
    'github-app-oauth-tokens',
    'hyok-configurations',
    'hyok-encrypted-data-keys',
    'integrations',
    'run-trigger-snapshots',
    'scim-identities',
    'stacks',
    'tf-policy-evaluations',
  ],
};
/** Types that are read by their IDs, of which the world has no two. */
const withoutTwins: { readonly [reason: string]: readonly string[] } = {
  'this service has none': ['github-app-installations', 'hcp-organizations'],
  'an organization has one': ['organizations', 'subscriptions'],
};

law('every noun is there twice, or it says why not', ({ things }) => {
  assert.equal(listNounsWithoutOwnRead(), Object.values(withoutOwnRead).flat().sort());
  const counts = new Map<string, number>();
  for (const { type } of things) counts.set(type, (counts.get(type) ?? 0) + 1);
  assert.equal([...ownReads.keys()].filter((type) => (counts.get(type) ?? 0) < 2).sort(), Object.values(withoutTwins).flat().sort());
});

law.run();
