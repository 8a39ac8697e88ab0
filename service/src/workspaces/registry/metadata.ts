import { booleanValue, objectValue, arrayValue, stringValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { describeResponseDocument } from '../../json-api/describe-document.ts';
import { okDocument } from '../../json-api/responses.ts';
import { listReadyVersions, requireModuleByName } from './protocol.ts';
import type { ModuleVariable } from './stored.ts';

const type = 'module-metadata';

const renderInput = ({ name, type: variableType, required, description, sensitive }: ModuleVariable) => ({
  name,
  type: variableType,
  description: description ?? '',
  required,
  sensitive: sensitive === true,
});

/** What a no-code form needs to know of a version. Throws 404. */
const showMetadata = async (ctx: RequestContext): Promise<RouteResponse> => {
  const module = await requireModuleByName(ctx, 'private');
  const { id, body } = module;
  const organization = ctx.query.get('organization_name');
  if (organization !== null && organization !== body.organization)
    throw notFound(`the module ${body.namespace}/${body.name}/${body.provider}`);
  const { version, variables } = listReadyVersions(module, ctx.params['version'])[0]!;
  return okDocument({
    id: `${body.namespace}/${body.name}/${body.provider}/${version}`,
    type,
    attributes: {
      name: body.name,
      version,
      'source-url': body.source?.identifier ?? '',
      'git-repo-url': body.source?.identifier ?? '',
      'git-ref-tag': body.source && body.source.branch === null ? version : '',
      'no-code': (await ctx.tx.count({ kind: 'no-code-modules', scope: body.organization, keys: [id] })) > 0,
      'input-variables': variables.map(renderInput),
    },
  });
};

export const routes = [
  route('GET /api/registry/private/v2/modules/{namespace}/{name}/{provider}/metadata/{version}', showMetadata, {
    atRoot: true,
    description: {
      summary: 'Shows the inputs of a version of a private module.',
      query: { organization_name: textParameter('The organization of the module.') },
      responses: {
        200: describeResponseDocument({
          type,
          attributes: {
            name: stringValue,
            version: stringValue,
            'source-url': stringValue,
            'git-repo-url': stringValue,
            'git-ref-tag': stringValue,
            'no-code': booleanValue,
            'input-variables': arrayValue(
              objectValue({
                name: stringValue,
                type: stringValue,
                description: stringValue,
                required: booleanValue,
                sensitive: booleanValue,
              }),
            ),
          },
          required: ['name', 'version', 'no-code', 'input-variables'],
        }),
      },
    },
  }),
];
