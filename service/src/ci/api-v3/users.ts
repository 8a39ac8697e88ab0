import { enumValue, objectValue, stringValue, uuidValue } from '../../http/body-schemas.ts';
import { route } from '../../http/route.ts';
import { requireCiUser } from '../organizations/users.ts';
import { invalidRequest } from '../requests/read-request.ts';
import { answerEntities, apiV3Path } from './envelope.ts';
import { filterParameter } from './parameters.ts';
import { entitiesBody } from './schemas.ts';

export const routes = [
  /** The user of the token, the only one that can be asked for. */
  route(
    `GET ${apiV3Path}/users`,
    async (ctx) => {
      if (filterParameter(ctx, 'user_id') !== 'me') throw invalidRequest({ detail: 'expected me', parameter: 'filter[user_id]' });
      const { body } = await requireCiUser(ctx);
      return answerEntities([{ id: body.uuid!, type: 'user', attributes: { name: body.name, login: body.name, avatar_url: '' } }]);
    },
    {
      atRoot: true,
      description: {
        summary: 'Shows the user of the token.',
        query: { 'filter[user_id]': { doc: 'Always `me`.', schema: { type: 'string', const: 'me' } } },
        responses: {
          200: entitiesBody(
            objectValue({
              id: uuidValue,
              type: enumValue('user'),
              attributes: objectValue({ name: stringValue, login: stringValue, avatar_url: stringValue }),
            }),
          ),
        },
      },
    },
  ),
];
