import { bool, int, listOf, oneOf, string } from '@slipway/declarations/declare';
import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { countLinks } from '../../nouns/count-links.ts';
import { computed, noun, optional, required } from '../../nouns/declaration.ts';
import type { LoadValues, NounBody, NounDraft, NounRecord } from '../../nouns/noun-record.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import { loaded, toMany, toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfCreation, timeOfUpdate } from '../../nouns/timestamps.ts';
import type { Transaction } from '../../store/store.ts';
import { policiesOfSets, policyNameKind } from './policies.ts';
import { policyRights } from './policy-rights.ts';
import { linkWebhook } from '../ingress/webhook-addresses.ts';
import { renderRepository, repositoryKind, resolveRepository } from './policy-set-repository.ts';
import { followPolicies, storeFollowedPolicies } from './versions/repository-versions.ts';
import { normalizeSelector, type TagSelector, tagSelectorKind } from './tag-selector.ts';

/** A version of a set, by the member of the set's body that names it. */
const namedVersion =
  (member: 'currentVersion' | 'newestVersion'): LoadValues =>
  async (_, records) =>
    new Map(records.map(({ id, body }) => [id, body[member] ?? null]));

const prepareBody = async (ctx: RequestContext, body: NounBody): Promise<NounBody> => {
  const vcsRepo = await resolveRepository(ctx, body);
  const tagSelectors = (body['tagSelectors'] as readonly Partial<TagSelector>[]).map(normalizeSelector);
  const webhook = vcsRepo === null ? null : (body['webhook'] ?? ctx.newId('uuid'));
  const versioned = vcsRepo !== null || Boolean(body['newestVersion']);
  return followPolicies(ctx, { ...body, tagSelectors, vcsRepo, webhook, versioned });
};

/** What follows from a repository: the address for its pushes, and the version of its latest commit. */
const storeFollowed = async (ctx: RequestContext<Transaction>, record: NounRecord): Promise<void> => {
  const { webhook } = record.body;
  if (typeof webhook === 'string') await linkWebhook(ctx.tx, record.id, webhook);
  await storeFollowedPolicies(ctx, record);
};

/** All policies of a set are written in the language of the set, as one engine evaluates it. */
const requireSameKind = async (ctx: RequestContext, { body }: NounDraft, relationship: string, ids: readonly string[]): Promise<void> => {
  if (relationship !== 'policies') return;
  const other = (await ctx.tx.getMany<NounBody>('policies', ids)).find((policy) => policy.body['kind'] !== body['kind']);
  if (other)
    throw unprocessable(`the policy ${other.id} is of the kind ${String(other.body['kind'])}, the policy set of ${String(body['kind'])}`);
};

const workspaces = (doc: string) => toMany('workspaces', doc, { endpoints: true });
const projects = (doc: string) => toMany('projects', doc, { endpoints: true });

export const policySet = noun('policy-sets', {
  doc: 'Policies that are enforced together, everywhere or in some workspaces and projects.',
  label: 'policy set',
  idPrefix: 'polset',
  parents: [underOrganization(policyRights)],
  attributes: {
    name: required(policyNameKind, 'The name of the policy set.', { unique: true, search: 'search[name]', sort: true }),
    description: optional(string, 'What the policy set is for.'),
    global: optional(bool, 'Whether it is enforced in every workspace.', { default: false }),
    kind: optional(
      oneOf('sentinel', 'opa', 'tfpolicy'),
      'The language of its policies. Sets of the kind `opa` are evaluated, others are kept.',
      { default: 'sentinel', immutable: true, filter: 'filter[kind]' },
    ),
    overridable: optional(bool, 'Whether a run may go on after a failure, if somebody with the right says so.'),
    'agent-enabled': optional(bool, 'Whether its policies run in an agent.', { default: false, effect: 'none' }),
    'policy-tool-version': optional(string, 'The version of the engine that evaluates it.', { effect: 'none' }),
    'policies-path': optional(string, 'The folder of the repository that holds the policies.'),
    'policy-update-patterns': optional(listOf(string), 'Files whose change makes a new version.', { default: [], effect: 'none' }),
    'vcs-repo': optional(repositoryKind, 'The repository of the policies, in the folder of repositories of the service.', {
      value: renderRepository,
    }),
    'tag-selectors': optional(listOf(tagSelectorKind), 'The tags of workspaces in which it is enforced, or not enforced.', { default: [] }),
    'tag-selector-matching-logic': optional(
      oneOf('any', 'all'),
      'Whether one of the tags that it is enforced in is enough, or a workspace needs all of them.',
      {
        value: ({ body }) =>
          body['tagSelectorMatchingLogic'] ?? ((body['tagSelectors'] as readonly TagSelector[]).length > 0 ? 'any' : null),
      },
    ),
    'scoping-type': optional(oneOf('tag', 'explicit'), 'Whether tags choose the workspaces.', {
      effect: 'none',
      value: ({ body }) => body['scopingType'] ?? ((body['tagSelectors'] as readonly TagSelector[]).length > 0 ? 'tag' : 'explicit'),
    }),
    versioned: computed(bool, 'Whether its policies come from versions, not from the relationship `policies`.', {
      filter: 'filter[versioned]',
    }),
    'policy-count': computed(int, 'The number of its policies.', { load: countLinks(policiesOfSets, 'from') }),
    'workspace-count': computed(int, 'The number of its workspaces.', { load: countLinks('policy-sets.workspaces', 'from') }),
    'project-count': computed(int, 'The number of its projects.', { load: countLinks('policy-sets.projects', 'from') }),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate(),
  },
  relationships: {
    organization: toParent('organizations', 'The organization that it belongs to.'),
    policies: toMany('policies', 'Its policies.', { endpoints: true }),
    workspaces: workspaces('Workspaces in which it is enforced.'),
    projects: projects('Projects in whose workspaces it is enforced.'),
    'workspace-exclusions': workspaces('Workspaces in which it is not enforced.'),
    'project-exclusions': projects('Projects in whose workspaces it is not enforced.'),
    'current-version': loaded('policy-set-versions', 'The version that is enforced.', namedVersion('currentVersion')),
    'newest-version': loaded('policy-set-versions', 'The version that was created last.', namedVersion('newestVersion')),
  },
  looksUp: true,
  behavior: {
    beforeCreate: prepareBody,
    beforeUpdate: (ctx, _, body) => prepareBody(ctx, body),
    afterCreate: storeFollowed,
    afterUpdate: storeFollowed,
    beforeLink: requireSameKind,
  },
});
