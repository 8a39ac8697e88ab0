import { createHmac } from 'node:crypto';
import { startHttpServer, type HttpServer } from '../../../src/http/http-server.ts';
import type { ServiceSettings } from '../../../src/http/route.ts';
import { startPipelineTest, type PipelineTest } from '../pipelines/support.ts';

export interface TestResponse {
  readonly status: number;
  readonly body: any;
}
export interface EventTest extends PipelineTest {
  readonly listening: HttpServer;
  /** POST to a path of the service, over its socket; the body's own bytes. */
  send(path: string, body: string, headers?: Record<string, string>): Promise<TestResponse>;
  /** As a GitHub would, signed with the organization's secret. */
  sendGithub(event: string, payload: object, headers?: Record<string, string>): Promise<TestResponse>;
  /** In our own shape, by the owner's token. */
  sendEvent(body: object): Promise<TestResponse>;
  /** A project with one definition, whose code and configuration are the repository 41, and triggers of these presets. */
  createTriggers(
    name: string,
    ...presets: readonly (string | object)[]
  ): Promise<{ readonly id: string; readonly slug: string; readonly definition: string; readonly triggers: readonly string[] }>;
  /** Advanced settings of a project. */
  updateSettings(slug: string, advanced: object): Promise<void>;
  /** All pipelines there are, oldest first. */
  pipelines(): Promise<readonly any[]>;
}
export const sign = (secret: string, body: string): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** A service on a socket, whose organization `acme` has a code-host secret. */
export const startEventTest = async (options: { readonly settings?: Partial<ServiceSettings> } = {}): Promise<EventTest> => {
  const whole = await startPipelineTest(options);
  const listening = await startHttpServer(whole.service.handle);
  const { ci, org } = whole;
  const { secret } = (await ci(`POST /organizations/${org}/code-host-secret`)).body;
  const send: EventTest['send'] = async (path, body, headers = {}) => {
    const response = await fetch(`${listening.address}${path}`, { method: 'POST', headers, body });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    ...whole,
    listening,
    send,
    sendGithub: (event, payload, headers = {}) => {
      const body = JSON.stringify(payload);
      return send('/hooks/code-host/acme', body, {
        'content-type': 'application/json',
        'x-github-event': event,
        'x-hub-signature-256': sign(secret, body),
        ...headers,
      });
    },
    sendEvent: (body) => send(`/api/v2/organizations/${org}/code-host-events`, JSON.stringify(body), { 'ci-token': 'owner-token' }),
    createTriggers: async (name, ...presets) => {
      const { id, slug } = await whole.project(name);
      await whole.store.write((tx) =>
        tx.insert({
          id: `text-${id}`,
          kind: 'ci-configurations',
          scope: id,
          key: 'config',
          name: '',
          body: {
            text: 'version: 2.1\njobs:\n  test: { docker: [{ image: node }], steps: [checkout] }\nworkflows:\n  all: { jobs: [test] }\n',
          },
        }),
      );
      const definition = await whole.definition(id, '41', '41');
      const triggers: string[] = [];
      for (const preset of presets) {
        const body = typeof preset === 'string' ? { event_preset: preset } : preset;
        const made = await ci(`POST /projects/${id}/pipeline-definitions/${definition}/triggers`, {
          event_source: { provider: 'codehost_app', repo: { external_id: '41' } },
          ...body,
        });
        if (made.status !== 200) throw new Error(JSON.stringify(made.body));
        triggers.push(made.body.id);
      }
      return { id, slug, definition, triggers };
    },
    updateSettings: async (slug, advanced) => {
      const answer = await ci(`PATCH /project/${slug}/settings`, { advanced });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    pipelines: async () => [...(await ci('GET /pipeline')).body.items].reverse(),
    close: async () => {
      await listening.close(0);
      await whole.close();
    },
  };
};

export { startPipelineTest as running, type PipelineTest as Running } from '../pipelines/support.ts';
