import type { Resource, Endpoint } from '../../declare/index.ts';
import type { ResourceOperations } from '../apply-operation.ts';
import { endpointOperations } from '../endpoint-operations.ts';
import { decodeResponse, callEndpoint } from '../call-endpoint.ts';

/** Every trigger can be disabled by an update, but only some kinds when they are made (spec 2): where the answer does not say `disabled`, an update does. */
export const disableAfterCreate =
  (resource: Resource): ResourceOperations['put'] =>
  async (job, around) => {
    await endpointOperations(resource).put(job, around);
    if (job.prior !== null || job.want['disabled'] !== true || job.state()['disabled'] === true) return;
    const answer = await callEndpoint(
      around,
      resource.endpoints.update as Endpoint,
      { ...job.want, ...job.state() },
      { body: { disabled: true }, effect: 'put' },
    );
    job.recordSuccess(['disabled'], decodeResponse(resource, answer.body));
  };
