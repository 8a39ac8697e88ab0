import type { Test } from 'uvu';
import { startCiService, type CiTestService } from '../support.ts';

export interface TriggerTest {
  here: CiTestService;
  /** Id of the project. */
  project: string;
  /** Path of the triggers of its definition. */
  path: string;
  /** Path of one trigger. */
  one(id: string): string;
}
/** Each test gets a service with a project, whose definition has the repository 1 for its configuration and its code. */
export const startEach = (triggers: Test<TriggerTest>): void => {
  triggers.before.each(async (context) => {
    context.here = await startCiService();
    context.project = (await context.here.project('web')).id;
    context.path = `/projects/${context.project}/pipeline-definitions/${await context.here.definition(context.project, '1', '1')}/triggers`;
    context.one = (id) => `/projects/${context.project}/triggers/${id}`;
  });
  triggers.after.each(async (context) => {
    await context.here.close();
  });
};
export const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
/** Event sources: a repository of the app, a webhook. */
export const app = (external_id: string) => ({ provider: 'codehost_app', repo: { external_id } });
export const hook = { provider: 'webhook', webhook: { sender: 'registry' } };
