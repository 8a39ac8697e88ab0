import { isAbsent, endpointMethod, pathParametersOf, type Resource, type Endpoint, type Values } from '@slipway/declarations/declare';
import { documentFormatOf, encodeDocument } from '@slipway/declarations/dialects';
import type { ResourceOperations } from './apply-operation.ts';
import { callEndpoint } from './call-endpoint.ts';
import { writesOf } from './look-up.ts';

const deleteEndpoint = (resource: Resource, state: Values): Endpoint | undefined => {
  for (const [op, endpoint] of Object.entries(resource.endpoints))
    if (op.startsWith('delete when ') && state[op.slice('delete when '.length)] === true) return endpoint;
  return resource.endpoints.delete;
};

/** A delete that is a PATCH clears what the resource wrote. */
const clearingBody = (resource: Resource, endpoint: Endpoint): unknown => {
  if (endpointMethod(endpoint) !== 'PATCH') return undefined;
  const names = Object.entries(resource.attributes)
    .filter(([name, a]) => a.mode !== 'computed' && !a.local && !a.pathParameter && !pathParametersOf(endpoint).includes(name))
    .map(([name]) => name);
  return encodeDocument(documentFormatOf(resource.service), { type: resource.type, attributes: resource.attributes, values: {}, names });
};

/** Deletes by the endpoint that the state selects; a 404 counts as deleted. */
export const deleteByEndpoints =
  (resource: Resource): ResourceOperations['delete'] =>
  async (state, context) => {
    const endpoint = deleteEndpoint(resource, state);
    if (endpoint === undefined && resource.keptOnDestroy !== undefined) return;
    if (endpoint === undefined) throw new Error(`${resource.name} declares no delete`);
    const body = clearingBody(resource, endpoint);
    await callEndpoint(context, endpoint, state, {
      effect: 'delete',
      acceptedStatuses: [404],
      ...(isAbsent(body) ? {} : { body }),
      ...writesOf(resource, state),
    });
  };
