import type { Resource, Endpoint } from '@slipway/declarations/declare';
import type { ResourceOperations } from '../apply-operation.ts';
import { endpointOperations } from '../endpoint-operations.ts';
import { decodeResponse, callEndpoint } from '../call-endpoint.ts';

/** An update can disable every trigger, a create only some kinds (spec 2): if the response is not `disabled`, an update follows. */
export const disableAfterCreate =
  (resource: Resource): ResourceOperations['put'] =>
  async (operation, context) => {
    await endpointOperations(resource).put(operation, context);
    if (operation.prior !== null || operation.desired['disabled'] !== true || operation.state()['disabled'] === true) return;
    const response = await callEndpoint(
      context,
      resource.endpoints.update as Endpoint,
      { ...operation.desired, ...operation.state() },
      { body: { disabled: true }, effect: 'put' },
    );
    operation.recordSuccess(['disabled'], decodeResponse(resource, response.body));
  };
