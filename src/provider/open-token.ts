import { randomUUID } from 'node:crypto';
import { callEndpoint, decodeResponse } from '../apply/call-endpoint.ts';
import { ConflictError } from '../apply/overrides/variable-conflict.ts';
import type { Ephemeral, Values } from '@slipway/declarations/declare';
import { documentFormatOf, encodeDocument } from '@slipway/declarations/dialects';
import type { EphemeralHandler, OpenEphemeral } from './ephemeral-handler.ts';
import type { ApplyContext } from '../apply/apply-operation.ts';

/** Issues the token by the first request of the declaration. What closing needs is its ID, and never its secret. */
const issueToken = async (of: Ephemeral, values: Values, context: ApplyContext): Promise<OpenEphemeral> => {
  const expired_at = new Date(Date.now() + Number(values['lifetime']) * 1000).toISOString();
  const names = ['description', 'expired_at'].filter((name) => name in of.attributes);
  const body = encodeDocument(documentFormatOf(of.service), {
    type: 'authentication-tokens',
    attributes: of.attributes,
    values: { ...values, expired_at },
    names,
  });
  const response = await callEndpoint(context, of.requests[0]!, values, { body, effect: 'create' });
  const { id, token, expired_at: end } = decodeResponse(of, response.body);
  return { result: { ...values, id, token, expired_at: end ?? null }, held: { ...values, id } };
};

/** One token of several of its owner. Descriptions in a team are unique, so a generated one has eight random hexadecimal digits. */
export const oneOfSeveralTokens: EphemeralHandler = {
  open: (of, config, context) =>
    issueToken(of, { ...config, description: config['description'] ?? `slipway-ephemeral-${randomUUID().slice(0, 8)}` }, context),
  close: async (of, held, context) => {
    await callEndpoint(context, of.requests[1]!, held, { effect: 'delete', acceptedStatuses: [404] });
  },
};

const currentId = async (of: Ephemeral, values: Values, context: ApplyContext): Promise<unknown> => {
  const response = await callEndpoint(context, of.requests[1]!, values, { effect: 'read', acceptedStatuses: [404] });
  return response.status === 404 ? null : decodeResponse(of, response.body)['id'];
};

/** The only token of its owner: one that exists is replaced only on request, and closing leaves one that another has issued since. */
export const onlyToken: EphemeralHandler = {
  open: async (of, config, context) => {
    if (config['force_regenerate'] !== true && (await currentId(of, config, context)) !== null)
      throw new ConflictError(
        `The organization "${String(config['organization'])}" has a token, and has one at most. ` +
          'Delete it, or set `force_regenerate = true` to replace it: whoever uses it can then use it no longer.',
      );
    return issueToken(of, config, context);
  },
  close: async (of, held, context) => {
    if ((await currentId(of, held, context)) !== held['id']) return;
    await callEndpoint(context, of.requests[2]!, held, { effect: 'delete', acceptedStatuses: [404] });
  },
};
