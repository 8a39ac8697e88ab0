/**
 * No response names what its caller cannot read: everything is there twice and linked with each other; callers who see one of both send
 * every request that reads, with everything that can be included, and no response has an ID or a name of a thing that is not shown to
 * them by itself.
 */
// watchdog: 400 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listNounsWithoutOwnRead, ownReads } from './visibility/known-things.ts';
import { judgeReads, type Planted, plantWorld } from './visibility/planted.ts';

const law = suite<Planted>('what a caller cannot read is not named to them');
law.before(async (context) => {
  Object.assign(context, await plantWorld());
});
law.after(async ({ bench }) => {
  await bench.close();
});

law('reads: the documents, what is included, counts of lists, errors', async (planted) => {
  assert.equal(await judgeReads(planted), []);
});

/** Types of documents that no request reads by their ID alone; where a request shows them, they are judged by it. */
const withoutOwnRead: { readonly [reason: string]: readonly string[] } = {
  'a part of the document that names it, and read with it': [
    'effective-tag-bindings',
    'entitlement-sets',
    'ingress-attributes',
    'module-metadata',
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
  'its path begins with its module: service/test/engine-commands': ['test-runs'],
  'its ID is made of that of the assessment result which names it': ['assessments'],
  'this service has none': [
    'github-app-oauth-tokens',
    'hyok-configurations',
    'hyok-encrypted-data-keys',
    'integrations',
    'run-trigger-snapshots',
    'scim-identities',
    'stack-configuration-summaries',
    'stack-configurations',
    'stack-deployments',
    'stack-states',
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

/** Those of these that the world has twice, shown by requests. */
const judgedParts = [
  'effective-tag-bindings',
  'feature-sets',
  'gpg-keys',
  'module-metadata',
  'organization-token-ttl-policies',
  'registry-module-variables',
  'registry-module-versions',
  'registry-provider-platforms',
  'registry-provider-versions',
  'reserved-tag-keys',
  'tag-bindings',
  'tags',
  'test-runs',
  'vars',
  'workspace-tasks',
  'workspace-upgrade',
];

law('what no request reads by its ID is judged where a request shows it', ({ things }) => {
  const counts = new Map<string, number>();
  for (const { type } of things) if (!ownReads.has(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  assert.equal([...counts.keys()].filter((type) => counts.get(type)! > 1).sort(), judgedParts);
});

law.run();
