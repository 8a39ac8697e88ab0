import type { ServiceResponse } from '../client/contract/service-client.ts';
import { isAbsent, type Values } from '@slipway/declarations/declare';
import type { ApplyContext } from './apply-operation.ts';
import { responseDocument, callEndpoint } from './call-endpoint.ts';
import { wait } from './wait.ts';

/** A no-code upgrade that did not finish. */
export class UpgradeFailedError extends Error {}

/** Statuses in which the plan is ready to be confirmed (spec 1 and the general run lifecycle). */
const readyStatuses = new Set(['planned', 'cost_estimated', 'policy_checked', 'policy_override']);
/** Statuses of an upgrade that has ended. */
export const finishedStatuses = new Set(['planned_and_finished', 'applied']);
export const failedStatuses = new Set(['errored', 'discarded', 'canceled', 'force_canceled', 'policy_soft_failed']);
/** Confirmed, and in progress. */
const applyingStatuses = new Set(['confirmed', 'apply_queued', 'applying']);

interface NoCodeUpgrade {
  readonly id: string;
  readonly status: string;
  readonly planUrl: string;
}

const parseUpgrade = (body: unknown): NoCodeUpgrade => {
  const document = responseDocument({ service: 'workspaces' }, body);
  const attributes = (document?.['attributes'] ?? {}) as Values;
  return { id: String(document?.['id']), status: String(attributes['status']), planUrl: String(attributes['plan-url'] ?? '') };
};

/** Variables with the values of `variable_values_wo`; those that only it names are sensitive. */
export const withSecretValues = (variables: Values, secrets: Values): Values => ({
  ...variables,
  ...Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, { sensitive: true, ...(variables[name] as Values | undefined), value }]),
  ),
});

/** The variables of a no-code workspace in a request. One without a value is left out: the service would empty it. */
export const variableEntries = (variables: Values): readonly object[] =>
  Object.entries(variables as { [key: string]: Values }).flatMap(([key, { value, category, description, hcl, sensitive }]) =>
    isAbsent(value)
      ? []
      : [
          {
            type: 'vars',
            attributes: {
              key,
              value,
              description: description ?? '',
              category: category ?? 'infra',
              hcl: hcl ?? false,
              sensitive: sensitive ?? false,
            },
          },
        ],
  );

const describeStatus = (status: string, planUrl: string): string =>
  `${status.replaceAll('_', ' ')}${planUrl === '' ? '' : ` (${planUrl})`}`;

const upgradePath = '/no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}';

/** The upgrade that a lost start may have begun: the workspace's current run, where that is an upgrade and not over. */
const findRunningUpgrade = async (
  key: { readonly no_code_module_id: string; readonly id: string },
  context: ApplyContext,
): Promise<ServiceResponse | null> => {
  const workspace = responseDocument(
    { service: 'workspaces' },
    (await callEndpoint(context, 'GET /workspaces/{id}', key, { effect: 'read' })).body,
  );
  const run = (workspace?.['relationships'] as { 'current-run'?: { data?: { id: string } | null } } | undefined)?.['current-run']?.data;
  if (!run) return null;
  const response = await callEndpoint(
    context,
    `GET ${upgradePath}`,
    { no_code_module_id: key.no_code_module_id, workspace_id: key.id, id: run.id },
    { effect: 'read', acceptedStatuses: [404] },
  );
  if (response.status === 404) return null;
  const { status } = parseUpgrade(response.body);
  return finishedStatuses.has(status) || failedStatuses.has(status) ? null : response;
};

export interface UpgradeInput {
  readonly no_code_module_id: string;
  readonly workspace_id: string;
  readonly variables: Values;
  /** Seconds. */
  readonly timeout: number;
  /** False: the plan is not confirmed. */
  readonly confirm?: boolean;
}

type UpgradeKey = { readonly no_code_module_id: string; readonly workspace_id: string; readonly id: string };

const startUpgrade = async (
  { no_code_module_id, workspace_id, variables }: UpgradeInput,
  context: ApplyContext,
): Promise<NoCodeUpgrade> => {
  const key = { no_code_module_id, id: workspace_id };
  const response = await callEndpoint(context, 'POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade', key, {
    body: { data: { type: 'workspaces', relationships: { vars: { data: variableEntries(variables) } } } },
    effect: 'create',
    findExisting: () => findRunningUpgrade(key, context),
  });
  return parseUpgrade(response.body);
};

const confirmUpgrade = async (key: UpgradeKey, context: ApplyContext): Promise<void> => {
  const findExisting = async () => {
    const current = await callEndpoint(context, `GET ${upgradePath}`, key, { effect: 'read' });
    return readyStatuses.has(parseUpgrade(current.body).status) ? null : current;
  };
  await callEndpoint(context, `POST ${upgradePath}`, key, { effect: 'create', findExisting, text: true });
};

const failedUpgrade = ({ id, status, planUrl }: NoCodeUpgrade): UpgradeFailedError =>
  new UpgradeFailedError(`Upgrade ${id} ended as ${describeStatus(status, planUrl)}: the workspace keeps its version.`);

const lateUpgrade = ({ id, status, planUrl }: NoCodeUpgrade, timeout: number, confirmed: boolean): UpgradeFailedError => {
  const unconfirmed = confirmed || applyingStatuses.has(status) ? '' : ', and was not confirmed';
  const stage = describeStatus(status, planUrl);
  return new UpgradeFailedError(`Upgrade ${id} was still ${stage} after ${timeout} seconds${unconfirmed}; it goes on at the service.`);
};

/**
 * Upgrades a no-code workspace in the three steps of spec 1: starts, polls until the plan is ready, confirms; then polls until the
 * workspace runs the new version. Throws UpgradeFailedError; an unconfirmed upgrade remains in the service, and the message says so.
 */
export const runNoCodeUpgrade = async (input: UpgradeInput, context: ApplyContext): Promise<NoCodeUpgrade> => {
  let upgrade = await startUpgrade(input, context);
  context.progress(`upgrade ${upgrade.id} started: ${describeStatus(upgrade.status, upgrade.planUrl)}`);
  const key = { no_code_module_id: input.no_code_module_id, workspace_id: input.workspace_id, id: upgrade.id };
  const endsAt = Date.now() + input.timeout * 1000;
  let confirmed = false;
  for (let pause = 200; ; pause = Math.min(pause * 1.5, 5000)) {
    if (failedStatuses.has(upgrade.status)) throw failedUpgrade(upgrade);
    if (finishedStatuses.has(upgrade.status)) return upgrade;
    const isReady = readyStatuses.has(upgrade.status);
    if (isReady && input.confirm === false) return upgrade;
    if (isReady && !confirmed) {
      await confirmUpgrade(key, context);
      confirmed = true;
      context.progress(`upgrade ${upgrade.id} confirmed`);
    }
    if (Date.now() > endsAt) throw lateUpgrade(upgrade, input.timeout, confirmed);
    await wait(pause, context.signal);
    const next = parseUpgrade((await callEndpoint(context, `GET ${upgradePath}`, key, { effect: 'read' })).body);
    if (next.status !== upgrade.status) context.progress(`upgrade ${upgrade.id}: ${describeStatus(next.status, next.planUrl)}`);
    upgrade = next;
  }
};
