import * as assert from 'uvu/assert';
import { deliverNotifications, queueNotifications } from '../../src/workspaces/notification-configurations/deliver-notifications.ts';
import type { NotificationEvent } from '../../src/workspaces/notification-configurations/notification-events.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import { createWorkspaceIn } from '../creators.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { createTestService, type TestService } from '../support.ts';

export interface NotificationTest {
  readonly bench: TestService;
  readonly receiver: Receiver;
  readonly project: string;
  readonly workspace: string;
}
const settings = { ...defaultSettings, privateDestinations: true, publicUrl: 'https://slipway.example' };

/** A service with a workspace, and a receiver for what it sends. */
export const startNotificationTest = async (): Promise<NotificationTest> => {
  const bench = await createTestService({ settings });
  const project = (await bench.request('GET /organizations/acme/projects')).body.data[0].id;
  const workspace = await createWorkspaceIn(bench, 'harbour', project);
  return { bench, project, workspace, receiver: await startReceiver() };
};

export const notificationDocument = (attributes: object, relationships?: object) => ({
  data: { type: 'notification-configurations', attributes, ...(relationships ? { relationships } : {}) },
});
export const createConfiguration = async (
  { bench, workspace }: NotificationTest,
  attributes: object,
  parent = `workspaces/${workspace}`,
) => {
  const basic = { name: 'horn', 'destination-type': 'generic', enabled: true, ...attributes };
  const made = await bench.request(`POST /${parent}/notification-configurations`, notificationDocument(basic));
  assert.is(made.status, 201, JSON.stringify(made.body));
  return made.body.data.id as string;
};
export const readConfiguration = async ({ bench }: NotificationTest, id: string) =>
  (await bench.request(`GET /notification-configurations/${id}`)).body.data;

export const createRunEvent = (parts: NotificationTest, status: string): NotificationEvent => ({
  trigger: status === 'errored' ? 'run:errored' : 'run:completed',
  message: status === 'errored' ? 'Run Errored' : 'Run Applied',
  organization: 'acme',
  workspace: { id: parts.workspace, name: 'harbour' },
  run: {
    id: 'run-1',
    message: 'more <berths>',
    createdAt: '2026-05-01T11:00:00.000Z',
    createdBy: 'olivia',
    status,
    updatedAt: '2026-05-01T11:05:00.000Z',
    updatedBy: null,
  },
});
export const queueEvent = ({ bench: { store, clock }, workspace, project }: NotificationTest, event: NotificationEvent) =>
  store.write((tx) => queueNotifications({ tx, clock, settings }, [workspace, project], [event]));
export const deliverAll = ({ bench: { store, clock } }: NotificationTest, change: object = {}) =>
  deliverNotifications(store, clock, { ...settings, ...change }, '');
