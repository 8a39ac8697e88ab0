import { pluginServices } from './go-plugin/services.ts';
import { type FindMethod, type GrpcServer, grpcServer } from './grpc/server.ts';
import { type StoredAnswers, storedMethods } from './stored-methods.ts';

export interface PluginServerOptions {
  /** Called when the engine has the answer to its Shutdown. */
  shutdown(): void;
  readonly answers?: StoredAnswers | undefined;
  /** Called when a stored answer was sent: while the engine reads it, this process is idle. */
  onAnswered?: (() => void) | undefined;
}

/** Everything an engine calls. `findMethod`: by path, what has no stored answer; it is loaded when it is first asked for. */
export const pluginServer = (
  findMethod: FindMethod,
  { shutdown, answers = {}, onAnswered = () => {} }: PluginServerOptions,
): GrpcServer => {
  const services = pluginServices(shutdown);
  const stored = storedMethods(answers, onAnswered);
  return grpcServer((path) => (Object.hasOwn(services, path) ? services[path] : (stored.get(path) ?? findMethod(path))));
};
