import {
  int,
  listOf,
  object,
  oneOf,
  optional as optionalMember,
  required as requiredMember,
  string,
  stringMatching,
  time,
  when,
} from '@slipway/declarations/declare';
import type { RequestContext } from '../../http/route.ts';
import { computed, noun, optional, required } from '../../nouns/declaration.ts';
import { countLinks } from '../../nouns/count-links.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import { reverse, toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfCreation, readClock } from '../../nouns/timestamps.ts';
import { enforcementLevels, resolveEnforcement } from './enforcement-levels.ts';
import { policyRights } from './policy-rights.ts';
import { policyTextActions } from './policy-texts.ts';

/** Links of the store from policy sets to their policies. */
export const policiesOfSets = 'policy-sets.policies';
export const policyNameKind = stringMatching(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/, '1 to 255 letters, digits, -, _ and .');

const enforcement = object({
  path: optionalMember(string, 'The file of the policy.'),
  mode: requiredMember(oneOf(...enforcementLevels), 'The enforcement level.'),
});

/** In the hosted dialect a policy in Sentinel has no query, also where a client sends one. */
const withoutOtherQuery = ({ dialect }: RequestContext, body: NounBody): NounBody =>
  dialect === 'hosted' && body['kind'] === 'sentinel' && body['query'] !== null ? { ...body, query: null } : body;

export const policy = noun('policies', {
  doc: 'A rule that runs have to follow, in Rego or in Sentinel.',
  label: 'policy',
  idPrefix: 'pol',
  parents: [underOrganization(policyRights)],
  attributes: {
    name: required(policyNameKind, 'The name of the policy.', { unique: true, immutable: true, search: 'search[name]', sort: true }),
    description: optional(string, 'What the policy is for, in Markdown.'),
    kind: optional(oneOf('sentinel', 'opa'), 'The language of the policy. Policies in Sentinel are kept and not evaluated.', {
      default: 'sentinel',
      immutable: true,
      filter: 'filter[kind]',
    }),
    query: optional(string, 'The path of the rule whose values are the faults: `data.harbor.deny`. Of policies in Rego.'),
    'enforcement-level': optional(oneOf(...enforcementLevels), 'What happens to a run that breaks it. Rego: `mandatory` or `advisory`.'),
    enforce: optional(listOf(enforcement), 'The enforcement level in its older form: one entry.', { default: [] }),
    'policy-set-count': computed(int, 'The number of policy sets that have it.', { load: countLinks(policiesOfSets, 'to') }),
    source: computed(string, 'Empty: the text of a policy is uploaded.', { value: () => '' }),
    'created-at': timeOfCreation(),
    'updated-at': computed(time, 'When its text was last uploaded; before that when it was created.', {
      initial: readClock,
      sort: true,
    }),
  },
  relationships: {
    organization: toParent('organizations', 'The organization that it belongs to.'),
    'policy-sets': reverse('policy-sets', policiesOfSets, 'The policy sets that have it.'),
  },
  constraints: [when('kind', 'opa').needs('query')],
  links: ({ id }) => ({ upload: `/api/v2/policies/${id}/upload`, download: `/api/v2/policies/${id}/download` }),
  actions: policyTextActions,
  behavior: {
    beforeCreate: async (ctx, body) => resolveEnforcement(withoutOtherQuery(ctx, body)),
    beforeUpdate: async (ctx, record, body) => resolveEnforcement(withoutOtherQuery(ctx, body), record.body),
  },
});
