import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentFormatOf } from '@slipway/declarations/dialects';
import { resources } from '@slipway/declarations/resources';
import { describeBodies } from '../../../src/control/openapi/bodies.ts';
import { apiDefinitions } from '../../../src/service.ts';

const test = suite('bodies of operations in OpenAPI');

const [workspaces] = apiDefinitions.filter(({ name }) => name === 'workspaces');
const declared = Object.values(resources).filter(({ service }) => service === 'workspaces');

/** How often describing the bodies of so many declarations reads the endpoint of a route, all routes together. */
const countEndpointReads = (declarations: number): number => {
  let reads = 0;
  const routes = workspaces!.routes.map((route) =>
    Object.defineProperty({ ...route }, 'endpoint', {
      get: () => {
        reads += 1;
        return route.endpoint;
      },
    }),
  );
  describeBodies({ ...workspaces!, routes }, documentFormatOf('workspaces'), declared.slice(declared.length - declarations));
  return reads;
};

test('another declaration looks only at the routes that it describes', () => {
  const [few, all] = [countEndpointReads(10), countEndpointReads(29)];
  assert.ok(all - few < 100, `${few} reads for 10 declarations, ${all} for 29`);
});

test.run();
