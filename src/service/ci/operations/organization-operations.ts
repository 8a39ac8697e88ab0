import { nullable } from '../../http/body-schemas.ts';
import { newOrganizationMembers } from '../organizations/organizations.ts';
import { claimMembers } from '../oidc-claims/oidc-claims.ts';
import { codeHostSecretMembers } from '../code-host-events/code-host-events.ts';
import {
  acknowledgement,
  arrayOf,
  describeDeletion,
  describeRead,
  describeWrite,
  documentOf,
  itemsOf,
  kinds,
  type OperationDescriptions,
} from '../requests/document-schemas.ts';
import { requestSchema } from '../requests/request-schema.ts';
import { textParameter } from '../../http/operation-description.ts';

const { boolean, text, time, uuid } = kinds;

const user = documentOf({ id: uuid, login: text, name: text, avatar_url: nullable(text) });
const collaboration = documentOf({ id: uuid, 'vcs-type': text, name: text, avatar_url: nullable(text), slug: text });
const organization = documentOf({ id: uuid, name: text, slug: text, vcs_type: text });
const claims = documentOf({
  audience: nullable(kinds.texts),
  audience_updated_at: nullable(time),
  org_id: uuid,
  project_id: nullable(uuid),
  ttl: nullable(text),
  ttl_updated_at: nullable(time),
});
const claimsQuery = { claims: { doc: 'The claims to delete, separated by commas: audience, ttl.', schema: text } };

const describeClaims = (path: string, owner: string): OperationDescriptions => ({
  [`GET ${path}`]: describeRead(`Reads the custom claims of ${owner}.`, claims),
  [`PATCH ${path}`]: describeWrite(`Changes the custom claims of ${owner}.`, { 200: claims }, requestSchema(claimMembers)),
  [`DELETE ${path}`]: describeWrite(`Deletes custom claims of ${owner}.`, { 200: claims }, undefined, claimsQuery),
});

/** Users, organizations, their claims and the events of their code hosts. */
export const organizationOperations: OperationDescriptions = {
  'GET /me': describeRead('Reads the user of the token.', user),
  'GET /me/collaborations': describeRead('Lists the organizations of the token.', arrayOf(collaboration)),
  'GET /user/{id}': describeRead('Reads a user who shares an organization with the caller.', user),
  'POST /organization': describeWrite('Creates an organization.', { 201: organization }, requestSchema(newOrganizationMembers)),
  'GET /organization/{org-slug-or-id}': describeRead('Reads an organization.', organization),
  'DELETE /organization/{org-slug-or-id}': describeDeletion('Deletes an organization with everything in it.'),
  'GET /organizations/{org_id}/groups': describeRead(
    'Lists the groups that restrictions of contexts refer to.',
    itemsOf(documentOf({ id: uuid, name: text })),
  ),
  ...describeClaims('/org/{org_id}/oidc-custom-claims', 'the identity tokens of an organization'),
  ...describeClaims('/org/{org_id}/project/{project_id}/oidc-custom-claims', 'the identity tokens of a project'),
  'GET /organizations/{org_id}/code-host-secret': describeRead(
    'Reads when the secret for events of code hosts was created.',
    documentOf({ url: text, created_at: nullable(time) }),
  ),
  'POST /organizations/{org_id}/code-host-secret': describeWrite(
    'Creates a new secret for events of code hosts, which only this response contains.',
    { 201: documentOf({ url: text, secret: text, created_at: time }) },
    requestSchema(codeHostSecretMembers),
  ),
  'DELETE /organizations/{org_id}/code-host-secret': describeDeletion('Deletes the secret for events of code hosts.'),
  'GET /api/v1.1/me': describeRead(
    'Reads the user of the token, as version 1.1 does.',
    documentOf({ login: text, name: text, avatar_url: nullable(text), admin: boolean }),
  ),
  'POST /api/v1.1/project/{provider}/{organization}/{project}/follow': describeWrite(
    'Follows a project, and creates it if its repository has none.',
    { 201: documentOf({ following: boolean, workflow: boolean, first_build: nullable(text) }) },
  ),
};

const startedPipeline = documentOf({ id: uuid, state: text, number: kinds.integer, created_at: time });

const outcome = documentOf({ pipelines: { type: 'array' }, ignored: { type: 'array' } });
/** Endpoints that code hosts and other systems call; their bodies are those of the sender. */
export const eventOperations: OperationDescriptions = {
  'POST /hooks/{id}': {
    summary: 'Starts the pipeline of a webhook trigger.',
    query: { secret: textParameter('The secret of the address that the creation of the trigger returned.') },
    // 200: no pipeline, or for a repeated delivery the one of the first.
    responses: { 200: { anyOf: [acknowledgement, startedPipeline] }, 201: startedPipeline },
  },
  'POST /hooks/code-host/{organization}': {
    summary: 'Receives an event of a code host, signed with the secret of the organization.',
    responses: { 200: outcome, 201: outcome },
  },
  'POST /organizations/{org_id}/code-host-events': {
    summary: 'Receives an event with a token instead of a signature.',
    responses: { 200: outcome, 201: outcome },
  },
};
