import { enumValue, objectValue, stringValue, uuidValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { createNamespace } from '../namespaces/create-namespace.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { invalidRequest, parseCiBody, requiredMember, uuidPathParameter } from '../requests/read-request.ts';
import { nameMember, uuidMember } from '../requests/text-members.ts';
import { requireNamespace } from '../self-hosted-runners/require-resource-class.ts';
import { answerEntity, apiV3Path } from './envelope.ts';
import { filterParameter } from './parameters.ts';
import { referenceValue } from './render-run.ts';
import { entityBody } from './schemas.ts';

const render = ({ id, body }: StoredRecord<CiOrganization>) => ({
  id,
  type: 'namespace',
  attributes: { name: body.name },
  references: { org: { id } },
});

const namespaceBody = entityBody(
  objectValue({
    id: uuidValue,
    type: enumValue('namespace'),
    attributes: objectValue({ name: stringValue }),
    references: objectValue({ org: referenceValue }),
  }),
);

const findByName = async (ctx: RequestContext) => {
  const name = filterParameter(ctx, 'name');
  if (name === undefined) throw invalidRequest({ detail: 'is required: expected the name of a namespace', parameter: 'filter[name]' });
  return answerEntity(render(await requireNamespace(ctx, name)));
};

/** Each organization has the namespace of its name, whose ID is the organization's. */
export const routes = [
  route(`GET ${apiV3Path}/namespaces`, findByName, {
    atRoot: true,
    description: {
      summary: 'Finds a namespace by its name.',
      query: { 'filter[name]': textParameter('The name of the namespace, which is that of its organization.') },
      responses: { 200: namespaceBody },
    },
  }),
  route(
    `GET ${apiV3Path}/namespaces/{org_id}`,
    async (ctx) => answerEntity(render(await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id')))),
    { atRoot: true, description: { summary: 'Shows a namespace.', responses: { 200: namespaceBody } } },
  ),
  route(
    `POST ${apiV3Path}/namespaces`,
    async (ctx) => {
      const sent = parseCiBody(ctx, { name: requiredMember(nameMember), org_id: requiredMember(uuidMember) }) as {
        readonly name: string;
        readonly org_id: string;
      };
      return answerEntity(render(await createNamespace(ctx, sent.name, sent.org_id.toLowerCase())), 201);
    },
    {
      atRoot: true,
      description: {
        summary: 'Claims the namespace of an organization: the one of its name, no other.',
        request: objectValue({ name: stringValue, org_id: uuidValue }),
        responses: { 201: namespaceBody },
        example: { name: 'acme', org_id: '5b0f7c1e-6a53-4c0e-9a52-0d6f4a1be001' },
      },
    },
  ),
];
