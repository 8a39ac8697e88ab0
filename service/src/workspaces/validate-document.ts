import type { Values } from '@slipway/declarations/declare';
import { validateRequest, type RequestTarget } from '@slipway/declarations/derive/validate-request/validate-request';
import type { WireFormat } from '@slipway/declarations/derive/validate-request/wire-format';
import { decodeDocument, jsonApi, pointerOf } from '@slipway/declarations/dialects';
import { throwIfInvalid } from '../http/problem.ts';
import type { RequestContext } from '../http/route.ts';

const jsonApiWire: WireFormat = {
  root: jsonApi.root,
  decode: (attributes, document) => decodeDocument(jsonApi, attributes, document),
  pointer: (attributes, path) => pointerOf(jsonApi, attributes, path),
};

/**
 * The request's document against its resource's declaration: 422 with every fault. `stored`: what the object is before an
 * update, in the declaration's names (only its rules of what `holds` look at it). `types`: other document types that are taken.
 */
export const validateDocument = (
  resource: RequestTarget,
  ctx: RequestContext,
  op: 'create' | 'update',
  stored: Values | null = null,
  types?: readonly string[],
): void => throwIfInvalid(validateRequest(resource, { operation: op, body: ctx.body, stored, ...(types ? { types } : {}) }, jsonApiWire));
