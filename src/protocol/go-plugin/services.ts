import type { GrpcMethod } from '../grpc/server.ts';
import { statusCode, GrpcError } from '../grpc/status.ts';
import { stringField } from '../protobuf/field.ts';
import { defineMessage } from '../protobuf/message.ts';

const HealthCheckRequest = defineMessage({ service: stringField(1) });
/** status: SERVING */
const servingResponse = Buffer.from([0x08, 0x01]);
const emptyResponse = Buffer.alloc(0);

/**
 * The services that go-plugin requires besides the provider. Its client opens the stdio and broker streams at once and never uses them;
 * they are kept open, because the client closes idle connections, for example while it waits for a slow resource of another provider.
 * `shutdown` is called when the engine has received the response to its Shutdown.
 */
export const pluginServices = (shutdown: () => void): { readonly [path: string]: GrpcMethod } => ({
  '/grpc.health.v1.Health/Check': {
    unary: async (request) => {
      const { service } = HealthCheckRequest.decode(request);
      if (service !== 'plugin' && service !== '') throw new GrpcError(statusCode.notFound, `no service ${service}`);
      return servingResponse;
    },
  },
  '/plugin.GRPCController/Shutdown': {
    unary: async (_, { whenClosed }) => {
      whenClosed(shutdown);
      return emptyResponse;
    },
  },
  '/plugin.GRPCStdio/StreamStdio': { held: true },
  '/plugin.GRPCBroker/StartStream': { held: true },
});
