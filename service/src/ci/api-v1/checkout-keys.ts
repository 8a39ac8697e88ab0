import { arrayValue, booleanValue, enumValue, objectValue, stringValue, timeValue } from '../../http/body-schemas.ts';
import { route } from '../../http/route.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { routes as checkoutKeys } from '../projects/checkout-keys.ts';
import { callList, callRoute } from '../requests/call-route.ts';
import { ciCreated, ciOk } from '../responses.ts';
import { apiV1ProjectPath } from './paths.ts';
import { messageBody } from './schemas.ts';

const path = `${apiV1ProjectPath}/checkout-key`;
const v2Path = '/project/{project-slug}/checkout-key';

/** API v1.1 writes underscores in both dialects, and calls the time of creation `time`. */
const render = (key: any) => ({
  public_key: key.public_key ?? key['public-key'],
  type: key.type,
  fingerprint: key.fingerprint,
  preferred: key.preferred,
  time: key.created_at ?? key['created-at'],
});

/** API v1.1 calls a user key by its code host. */
const normalizeKeyType = (body: unknown): unknown =>
  isObject(body) && body['type'] === 'github-user-key' ? { ...body, type: 'user-key' } : body;

const keyBody = objectValue({
  public_key: stringValue,
  type: stringValue,
  fingerprint: stringValue,
  preferred: booleanValue,
  time: timeValue,
});

export const routes = [
  route(`GET ${path}`, async (ctx) => ciOk((await callList(ctx, checkoutKeys, `GET ${v2Path}`)).map(render)), {
    atRoot: true,
    description: { summary: 'Lists the checkout keys of a project.', responses: { 200: arrayValue(keyBody) } },
  }),
  route(
    `POST ${path}`,
    async (ctx) => ciCreated(render(await callRoute(ctx, checkoutKeys, `POST ${v2Path}`, { body: normalizeKeyType(ctx.body) }))),
    {
      atRoot: true,
      description: {
        summary: 'Creates a checkout key.',
        request: objectValue({ type: enumValue('deploy-key', 'user-key', 'github-user-key') }),
        responses: { 201: keyBody },
        example: { type: 'deploy-key' },
      },
    },
  ),
  route(`GET ${path}/{fingerprint}`, async (ctx) => ciOk(render(await callRoute(ctx, checkoutKeys, `GET ${v2Path}/{fingerprint}`))), {
    atRoot: true,
    description: { summary: 'Shows a checkout key.', responses: { 200: keyBody } },
  }),
  route(
    `DELETE ${path}/{fingerprint}`,
    async (ctx) => {
      await callRoute(ctx, checkoutKeys, `DELETE ${v2Path}/{fingerprint}`);
      return ciOk({ message: 'OK' });
    },
    { atRoot: true, description: { summary: 'Deletes a checkout key.', responses: { 200: messageBody } } },
  ),
];
