import type { Method } from '../grpc/server.ts';
import { code, GrpcFault } from '../grpc/status.ts';
import { string } from '../protobuf/field.ts';
import { message } from '../protobuf/message.ts';

const HealthCheckRequest = message({ service: string(1) });
/** status: SERVING */
const serving = Buffer.from([0x08, 0x01]);
const empty = Buffer.alloc(0);

/**
 * What go-plugin wants beside the provider. Its client opens the stdio and broker streams at once and never uses them;
 * they are held open, because a connection with an open stream is never idle and so is never closed by the client
 * while a slow resource of another provider is waited for.
 */
export const pluginServices = (shutdown: () => void): { readonly [path: string]: Method } => ({
  '/grpc.health.v1.Health/Check': {
    unary: async (request) => {
      const { service } = HealthCheckRequest.decode(request);
      if (service !== 'plugin' && service !== '') throw new GrpcFault(code.notFound, `no service ${service}`);
      return serving;
    },
  },
  '/plugin.GRPCController/Shutdown': { unary: async () => { shutdown(); return empty; } },
  '/plugin.GRPCStdio/StreamStdio': { held: true },
  '/plugin.GRPCBroker/StartStream': { held: true },
});
