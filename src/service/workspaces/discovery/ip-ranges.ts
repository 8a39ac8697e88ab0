import { arrayValue, objectValue, stringValue } from '../../http/body-schemas.ts';
import { route } from '../../http/route.ts';

/** The service runs on one machine, and calls other services from there. */
const ranges: readonly string[] = ['127.0.0.1/32', '::1/128'];
const list = arrayValue(stringValue);

export const routes = [
  route(
    'GET /api/meta/ip-ranges',
    async () => ({ status: 200, body: { api: ranges, notifications: ranges, sentinel: ranges, vcs: ranges } }),
    {
      anonymous: true,
      atRoot: true,
      description: {
        summary: 'Where the service is, and where its calls come from: this machine.',
        responses: { 200: objectValue({ api: list, notifications: list, sentinel: list, vcs: list }) },
      },
    },
  ),
];
