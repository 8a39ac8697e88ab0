import type { BuildInfo } from '../build-info.ts';
import type { Component } from '../lifecycle/component.ts';
import { createHttpListener } from '../http/http-listener.ts';
import { describeListenError } from '../http/describe-listen-error.ts';
import type { MetricsRegistry } from './metrics-registry.ts';

/** `/metrics` and `/version` at `--monitoringPort`, without authentication: neither contains secrets. */
export const createMonitoringServer = (
  registry: Pick<MetricsRegistry, 'text'>,
  { version, revision, status }: BuildInfo,
  port: number,
): Component & { port(): number } => {
  const listener = createHttpListener(
    (request, response) => {
      const path = (request.url ?? '').split('?', 1)[0]!;
      const answer = (code: number, type: string, body: string): void => {
        response
          .writeHead(code, { 'content-type': type, 'x-content-type-options': 'nosniff' })
          .end(request.method === 'HEAD' ? undefined : body);
      };
      if (path !== '/metrics' && path !== '/version') answer(404, 'text/plain; charset=utf-8', 'there are /metrics and /version here\n');
      else if (request.method !== 'GET' && request.method !== 'HEAD')
        answer(405, 'text/plain; charset=utf-8', 'GET is what is answered here\n');
      else if (path === '/version') answer(200, 'text/plain; charset=utf-8', `${version}-${revision}-${status}`);
      else
        registry.text().then(
          (text) => {
            answer(200, 'text/plain; version=0.0.4; charset=utf-8', text);
          },
          (error: unknown) => {
            answer(500, 'text/plain; charset=utf-8', `the metrics cannot be written: ${String(error)}\n`);
          },
        );
    },
    { port },
  );
  return {
    name: 'monitoring',
    port: listener.port,
    stop: listener.stop,
    start: () =>
      listener.start().catch((error: unknown) => {
        throw new Error(`unable to listen on monitoring port ${port}: ${describeListenError(error, `:${port}`)}`);
      }),
  };
};
