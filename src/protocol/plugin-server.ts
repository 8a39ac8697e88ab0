import { pluginServices } from './go-plugin/services.ts';
import { type GrpcServer, grpcServer } from './grpc/server.ts';
import { providerMethods } from './provider-methods.ts';
import { type MakeProvider, createSessions } from './session.ts';
import type { StoredAnswers } from './stored-answers.ts';

/** Everything an engine calls, on sockets that are handed to it by `connection`. */
export const pluginServer = (
  makeProvider: MakeProvider,
  { perConnection, shutdown, answers }: { perConnection: boolean; shutdown: () => void; answers?: StoredAnswers | undefined },
): GrpcServer => {
  const services = pluginServices(shutdown);
  const methods = providerMethods(createSessions(makeProvider, perConnection), answers);
  return grpcServer((path) => (Object.hasOwn(services, path) ? services[path] : methods.get(path)));
};
