import {
  computed,
  exactlyOneOf,
  listDataSource,
  lookupDataSource,
  oneOf,
  optional,
  query,
  string,
  stringOfLength,
  uuid,
} from '../../../declare/index.ts';
import { ciContext } from '../context.ts';
import { ciContextRestriction } from '../context-restriction.ts';
import { ciContextVariable } from '../context-variable.ts';
import { ciOrganizationFilter, byContextId } from './filters.ts';

const { id, name, created_at } = ciContext.attributes;
const contextAttributes = { id, name: computed(name.kind, name.doc), created_at };
const ownerFilter = {
  owner_type: optional(
    oneOf('organization', 'account'),
    'Whether the owner is an organization or, in the self-hosted edition, an account.',
    { at: query('owner-type') },
  ),
};

export const ciContextLookup = lookupDataSource('ci_context', {
  service: 'ci',
  doc: 'One context, by its ID or by its name.',
  requests: ['GET /context/{id}', 'GET /context?owner-id,owner-slug={organization}'],
  by: {
    id: optional(uuid, 'The ID of the context.'),
    organization: ciOrganizationFilter,
    name: optional(stringOfLength(1, 255), 'The name of the context.'),
  },
  of: contextAttributes,
  matchBy: ['name'],
  constraints: [exactlyOneOf('id', 'name')],
});

export const ciContexts = listDataSource('ci_contexts', {
  service: 'ci',
  doc: 'The contexts of an organization.',
  requests: ['GET /context?owner-id,owner-slug={organization}'],
  items: 'contexts',
  of: contextAttributes,
  filters: { organization: ciOrganizationFilter, ...ownerFilter },
});

const { name: variable, masked_value, created_at: made, updated_at } = ciContextVariable.attributes;
export const ciContextVariables = listDataSource('ci_context_variables', {
  service: 'ci',
  doc: 'The variables of one context, without their values.',
  requests: ['GET /context/{context_id}/environment-variable'],
  items: 'variables',
  of: { name: computed(variable.kind, variable.doc, { at: 'variable' }), masked_value, created_at: made, updated_at },
  filters: byContextId,
});

const { id: restriction, restriction_type, restriction_value, project_id, name: called } = ciContextRestriction.attributes;
export const ciContextRestrictions = listDataSource('ci_context_restrictions', {
  service: 'ci',
  doc: 'The restrictions of one context.',
  requests: ['GET /context/{context_id}/restrictions'],
  items: 'restrictions',
  of: {
    id: restriction,
    name: called,
    restriction_type: computed(string, restriction_type.doc),
    restriction_value: computed(string, restriction_value.doc),
    project_id: computed(uuid, project_id.doc),
  },
  filters: byContextId,
});
