import { isRecord } from '@slipway/declarations/record';
import { buildRunPath } from '../pages/paths.ts';
import type { NotificationEvent } from './notification-events.ts';

/** The page of a run, below the address of the service. */
export const renderRunUrl = ({ organization, workspace, run }: NotificationEvent, origin: string): string | null =>
  run && workspace && organization !== null ? `${origin}${buildRunPath(organization, workspace.name, run.id)}` : null;

/** Version 1 of the payload: about a run, or a verification, whose members are null. */
const renderRunPayload = (event: NotificationEvent, configuration: string, origin: string) => {
  const { trigger, message, organization, workspace, run } = event;
  return {
    payload_version: 1,
    notification_configuration_id: configuration,
    run_url: renderRunUrl(event, origin),
    run_id: run?.id ?? null,
    run_message: run?.message ?? null,
    run_created_at: run?.createdAt ?? null,
    run_created_by: run?.createdBy ?? null,
    workspace_id: workspace?.id ?? null,
    workspace_name: workspace?.name ?? null,
    organization_name: organization,
    notifications: [
      {
        message,
        trigger,
        run_status: run?.status ?? null,
        run_updated_at: run?.updatedAt ?? null,
        run_updated_by: run?.updatedBy ?? null,
      },
    ],
  };
};

/** Adds the address to members of the details that have a path. */
const completeAddresses = (details: object, origin: string): object =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]: readonly [string, unknown]) => {
      if (!isRecord(value) || typeof value['path'] !== 'string') return [name, value];
      const { id, path, ...rest } = value;
      return [name, { id, url: `${origin}${path}`, ...rest }];
    }),
  );

/** Version 2: about an assessment, a workspace or a change request. */
const renderDetailPayload = ({ trigger, message, organization, workspace, details }: NotificationEvent, id: string, origin: string) => ({
  payload_version: '2',
  notification_configuration_id: id,
  notification_configuration_url: `${origin}/api/v2/notification-configurations/${id}`,
  trigger_scope: trigger.split(':')[0],
  trigger,
  message,
  details: {
    ...completeAddresses(details ?? {}, origin),
    ...(workspace ? { workspace_id: workspace.id, workspace_name: workspace.name } : {}),
    organization_name: organization,
  },
});

/** The body for destinations of the type `generic`, as the hosted service documents it. `id`: of the notification configuration. */
export const renderGenericNotification = (event: NotificationEvent, id: string, origin: string): unknown =>
  event.trigger === 'verification' || event.trigger.startsWith('run:')
    ? renderRunPayload(event, id, origin)
    : renderDetailPayload(event, id, origin);
