import {
  arrayValue,
  booleanValue,
  enumValue,
  integerValue,
  nullable,
  objectValue,
  stringArray,
  stringValue,
  timeValue,
  uuidValue,
} from '../../http/body-schemas.ts';
import { newOrganizationMembers } from '../organizations/organizations.ts';
import { roleMembers } from '../roles/role-assignments.ts';
import { claimMembers } from '../oidc-claims/oidc-claims.ts';
import { codeHostSecretMembers } from '../code-host-events/code-host-events.ts';
import {
  acknowledgement,
  describeDeletion,
  describeRead,
  describeWrite,
  itemsOf,
  pageOf,
  pageToken,
  type OperationDescriptions,
  spelledValue,
} from '../requests/describe-operation.ts';
import { requestSchema } from '../requests/request-schema.ts';
import { textParameter } from '../../http/operation-description.ts';

const user = objectValue({ id: uuidValue, login: stringValue, name: stringValue, avatar_url: nullable(stringValue) });
const collaboration = spelledValue({
  id: uuidValue,
  'vcs-type': stringValue,
  name: stringValue,
  avatar_url: nullable(stringValue),
  slug: stringValue,
});
const organization = objectValue({ id: uuidValue, name: stringValue, slug: stringValue, vcs_type: stringValue });
const claims = objectValue({
  audience: nullable(stringArray),
  audience_updated_at: nullable(timeValue),
  org_id: uuidValue,
  project_id: nullable(uuidValue),
  ttl: nullable(stringValue),
  ttl_updated_at: nullable(timeValue),
});
const claimsQuery = { claims: { doc: 'The claims to delete, separated by commas: audience, ttl.', schema: stringValue } };

const describeClaims = (path: string, owner: string): OperationDescriptions => ({
  [`GET ${path}`]: describeRead(`Reads the custom claims of ${owner}.`, claims),
  [`PATCH ${path}`]: describeWrite(`Changes the custom claims of ${owner}.`, { 200: claims }, requestSchema(claimMembers)),
  [`DELETE ${path}`]: describeWrite(`Deletes custom claims of ${owner}.`, { 200: claims }, undefined, claimsQuery),
});

const heldRole = objectValue({
  id: uuidValue,
  name: stringValue,
  type: enumValue('user', 'group'),
  role: { enum: ['admin', 'contributor', 'viewer', null] },
});
const describeRoles = (path: string, place: string): OperationDescriptions => ({
  [`GET ${path}`]: describeRead(`Lists the roles that users and groups were given in ${place}.`, pageOf(heldRole), pageToken),
  [`PUT ${path}/{member_id}`]: describeWrite(
    `Gives a user or a group a role in ${place}, or takes it away (null).`,
    { 200: heldRole },
    requestSchema(roleMembers),
  ),
});

/** Users, organizations, their claims and the events of their code hosts. */
export const organizationOperations: OperationDescriptions = {
  'GET /me': describeRead('Reads the user of the token.', user),
  'GET /me/collaborations': describeRead('Lists the organizations of the token.', arrayValue(collaboration)),
  'GET /user/{id}': describeRead('Reads a user who shares an organization with the caller.', user),
  'POST /organization': describeWrite('Creates an organization.', { 201: organization }, requestSchema(newOrganizationMembers)),
  'GET /organization/{org-slug-or-id}': describeRead('Reads an organization.', organization),
  'DELETE /organization/{org-slug-or-id}': describeDeletion('Deletes an organization with everything in it.'),
  'GET /organizations/{org_id}/groups': describeRead(
    'Lists the groups that restrictions of contexts refer to.',
    itemsOf(objectValue({ id: uuidValue, name: stringValue })),
  ),
  ...describeRoles('/organizations/{org_id}/roles', 'an organization'),
  ...describeRoles('/projects/{project_id}/roles', 'a project'),
  ...describeClaims('/org/{org_id}/oidc-custom-claims', 'the identity tokens of an organization'),
  ...describeClaims('/org/{org_id}/project/{project_id}/oidc-custom-claims', 'the identity tokens of a project'),
  'GET /organizations/{org_id}/code-host-secret': describeRead(
    'Reads when the secret for events of code hosts was created.',
    objectValue({ url: stringValue, created_at: nullable(timeValue) }),
  ),
  'POST /organizations/{org_id}/code-host-secret': describeWrite(
    'Creates a new secret for events of code hosts, which only this response contains.',
    { 201: objectValue({ url: stringValue, secret: stringValue, created_at: timeValue }) },
    requestSchema(codeHostSecretMembers),
  ),
  'DELETE /organizations/{org_id}/code-host-secret': describeDeletion('Deletes the secret for events of code hosts.'),
  'GET /api/v1.1/me': describeRead(
    'Reads the user of the token, as version 1.1 does.',
    objectValue({ login: stringValue, name: stringValue, avatar_url: nullable(stringValue), admin: booleanValue }),
  ),
  'POST /api/v1.1/project/{provider}/{organization}/{project}/follow': describeWrite(
    'Follows a project, and creates it if its repository has none.',
    { 201: objectValue({ following: booleanValue, workflow: booleanValue, first_build: nullable(stringValue) }) },
  ),
};

const startedPipeline = objectValue({ id: uuidValue, state: stringValue, number: integerValue, created_at: timeValue });

const outcome = objectValue({ pipelines: { type: 'array' }, ignored: { type: 'array' } });
/** Routes that code hosts and other systems call; their bodies are those of the sender. */
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
