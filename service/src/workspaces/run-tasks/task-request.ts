import type { WebhookRequest } from '../../delivery/post-webhook.ts';
import { signSha512 } from '../../delivery/sign-sha512.ts';
import type { ServiceSettings } from '../../http/route.ts';
import type { StoredRunTask } from './stored.ts';

/** What a task is asked. The names are those of the hosted service's run task integrations. */
export interface TaskPayload {
  readonly payload_version: 1;
  readonly access_token: string;
  readonly stage: string;
  readonly capabilities: { readonly outcomes: boolean };
  readonly is_speculative: boolean;
  readonly task_result_id: string;
  readonly task_result_enforcement_level: string;
  readonly task_result_callback_url: string;
  readonly organization_name: string;
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly workspace_app_url: string;
  readonly workspace_working_directory: string;
  readonly run_id: string;
  readonly run_app_url: string;
  readonly run_message: string;
  readonly run_created_at: string;
  readonly run_created_by: string;
  readonly configuration_version_id: string | null;
  readonly configuration_version_download_url: string | null;
  /** Present once the plan has ended. */
  readonly plan_json_api_url?: string;
  readonly vcs_repo_url: string | null;
  readonly vcs_branch: string | null;
  readonly vcs_pull_request_url: string | null;
  readonly vcs_commit_url: string | null;
}

/** The payload that tests whether a task answers; its token gives no access. */
export const createTestPayload = (organization: string, at: Date): TaskPayload => ({
  payload_version: 1,
  access_token: 'test-token',
  stage: 'test',
  capabilities: { outcomes: true },
  is_speculative: false,
  task_result_id: '',
  task_result_enforcement_level: 'test',
  task_result_callback_url: '',
  organization_name: organization,
  workspace_id: '',
  workspace_name: '',
  workspace_app_url: '',
  workspace_working_directory: '',
  run_id: '',
  run_app_url: '',
  run_message: '',
  run_created_at: at.toISOString(),
  run_created_by: '',
  configuration_version_id: null,
  configuration_version_download_url: null,
  vcs_repo_url: null,
  vcs_branch: null,
  vcs_pull_request_url: null,
  vcs_commit_url: null,
});

/** The call of a task: the payload, signed by HMAC-SHA512 where the task has a key, else with an empty signature. */
export const buildTaskRequest = (
  { url, hmacKey }: Pick<StoredRunTask, 'url' | 'hmacKey'>,
  payload: TaskPayload,
  { privateDestinations }: Pick<ServiceSettings, 'privateDestinations'>,
): WebhookRequest => {
  const body = JSON.stringify(payload);
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Slipway-RunTask/1.0',
      'x-tfc-task-signature': hmacKey ? signSha512(hmacKey, body) : '',
    },
    verifyTls: true,
    allowPrivate: privateDestinations,
    privateOption: '--private-destinations',
    timeout: 10_000,
    maxResponseBytes: 0,
  };
};
