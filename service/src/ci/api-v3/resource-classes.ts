import { enumValue, objectValue, stringValue, uuidValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { Problem } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import { invalidRequest } from '../requests/read-request.ts';
import { requireResourceClassByName, resourceClassName } from '../self-hosted-runners/require-resource-class.ts';
import { answerEntities, apiV3Path } from './envelope.ts';
import { filterParameter } from './parameters.ts';
import { referenceValue } from './render-run.ts';
import { entitiesBody } from './schemas.ts';

const parameter = 'filter[slug]';

/** The resource class of a slug, or none. */
const findBySlug = async (ctx: RequestContext) => {
  const slug = filterParameter(ctx, 'slug');
  if (slug === undefined) throw invalidRequest({ detail: 'is required: expected a resource class such as acme/linux', parameter });
  try {
    const found = await requireResourceClassByName(ctx, slug, { parameter });
    const { id, body } = found.resourceClass;
    return answerEntities([
      {
        id,
        type: 'resource_class',
        attributes: { resource_class: resourceClassName(found), description: body.description },
        references: { org: { id: found.organization.id } },
      },
    ]);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return answerEntities([]);
    throw error;
  }
};

const resourceClassSchema = objectValue({
  id: uuidValue,
  type: enumValue('resource_class'),
  attributes: objectValue({ resource_class: stringValue, description: stringValue }),
  references: objectValue({ org: referenceValue }),
});

export const routes = [
  route(`GET ${apiV3Path}/runner/resource-classes`, findBySlug, {
    atRoot: true,
    description: {
      summary: 'Finds a resource class by its slug.',
      query: { [parameter]: textParameter('The slug, such as `acme/linux`.') },
      responses: { 200: entitiesBody(resourceClassSchema) },
    },
  }),
];
