import { isSameAddress } from 'slipway/client/address';
import type { ServiceClient } from 'slipway/client/contract/service-client';
import { openServiceClient } from 'slipway/client/open-service-client';
import type { Stack } from 'slipway/engine/stacks';
import { findLastStacks, selectStacks, type SynthOptions } from '../app/synthesize.ts';
import { CliError } from '../cli-error.ts';
import type { ConnectionOptions } from '../connection-options.ts';
import { chooseOrganization } from '../login/choose-organization.ts';
import { printTarget } from '../login/print-target.ts';
import { resolveConnection } from '../login/resolve-connection.ts';
import { describeSilence, type IdentifiedService, identifyService } from '../pages/identify-service.ts';
import type { WorkspaceSummary } from '../workspace/workspaces.ts';
import {
  type Account,
  listOpenRuns,
  listSomeWorkspaces,
  type OpenRun,
  readAccount,
  readLimit,
  readWorkspaceState,
} from './service-status.ts';
import { listStatePlaces, readStateFile, type StackState, type StatePlace } from './stack-status.ts';

export interface StackStatus extends StackState {
  readonly name: string;
  /** A file, `workspace NAME`, or a backend. */
  readonly place: string;
  /** False: only the engine reads the state. */
  readonly isReadable: boolean;
  /** Runs of its workspace that are not finished; null if its state is not in a workspace of this service. */
  readonly openRuns: number | null;
}
export interface ServiceStatus {
  readonly address: string;
  /** `Slipway 0.1.0, edition hosted`, or the vendor's name. */
  readonly product: string;
  readonly organization: string;
  readonly account: Account;
  /** Runs that are not finished, with the names of their workspaces. */
  readonly runs: readonly (OpenRun & { readonly workspace: string | null })[];
  readonly locked: readonly string[];
  /** Whether there can be more runs or locked workspaces than were read. */
  readonly isPartial: boolean;
  /** Undefined: no app here, or nothing was synthesized. */
  readonly stacks: readonly StackStatus[] | undefined;
}

const describeProduct = (service: IdentifiedService): string => {
  if (service.kind === 'vendor') return service.product ?? 'another product than Slipway';
  const { info } = service;
  return info ? `Slipway ${info.version}${info.edition === null ? '' : `, edition ${info.edition}`}` : 'Slipway';
};

interface StateContext {
  readonly client: ServiceClient;
  readonly address: string;
  readonly organization: string;
  readonly workspaces: readonly WorkspaceSummary[];
  readonly runs: readonly OpenRun[];
}

const nothing: StackState = { serial: null, at: null, resources: null };

async function readPlace(place: StatePlace, context: StateContext): Promise<Omit<StackStatus, 'name'>> {
  if (place.kind === 'file') return { ...readStateFile(place.file), place: place.file, isReadable: true, openRuns: null };
  if (place.kind === 'other') return { ...nothing, place: `backend ${place.backend}`, isReadable: false, openRuns: null };
  const isHere = !place.address || isSameAddress(place.address, context.address);
  const isOwn = isHere && (place.organization ?? context.organization) === context.organization;
  const found = isOwn ? context.workspaces.find(({ name }) => name === place.name) : undefined;
  const label = `workspace ${place.name}${isOwn ? '' : ` of ${place.organization ?? 'another organization'}`}`;
  if (!found) return { ...nothing, place: label, isReadable: true, openRuns: null };
  const state = await readWorkspaceState(context.client, found.id, found.resources);
  return { ...state, place: label, isReadable: true, openRuns: context.runs.filter(({ workspaceId }) => workspaceId === found.id).length };
}

const readStacks = async (stacks: readonly Stack[], context: StateContext): Promise<readonly StackStatus[]> =>
  Promise.all(listStatePlaces(stacks).map(async ({ stack, place }) => ({ name: stack.name, ...(await readPlace(place, context)) })));

/**
 * Where this folder and this login are. The app does not run: its stacks are those of the last synthesis. Throws a CliError if no service
 * is configured or it does not answer, and the error of the client if it refuses the token.
 */
export async function examineStatus(names: readonly string[], options: ConnectionOptions & SynthOptions): Promise<ServiceStatus> {
  const connection = resolveConnection(options);
  const { address } = connection;
  printTarget(connection);
  const product = describeProduct(
    await identifyService(address).catch((error: unknown) => {
      throw new CliError(describeSilence(address, error));
    }),
  );
  const client = openServiceClient({ service: 'workspaces', ...connection });
  const organization = connection.organization ?? (await chooseOrganization(client, undefined));
  const account = await readAccount(client, organization);
  const [runs, workspaces] = await Promise.all([listOpenRuns(client, organization), listSomeWorkspaces(client, organization)]);
  const nameOf = new Map(workspaces.map(({ id, name }) => [id, name]));
  const found = findLastStacks(options);
  const stacks = found && (await readStacks(selectStacks(found, names), { client, address, organization, workspaces, runs }));
  return {
    address,
    product,
    organization,
    account,
    runs: runs.map((run) => ({ ...run, workspace: nameOf.get(run.workspaceId ?? '') ?? run.workspaceId })),
    locked: workspaces.filter(({ locked }) => locked).map(({ name }) => name),
    isPartial: runs.length >= readLimit || workspaces.length >= readLimit,
    stacks,
  };
}

/** Whether something waits for people: a run for its confirmation, a lock for its release, a stack for its first deployment. */
export const isWaiting = ({ runs, locked, stacks }: ServiceStatus): boolean =>
  runs.some(({ waitsForConfirmation }) => waitsForConfirmation) ||
  locked.length > 0 ||
  (stacks ?? []).some(({ serial, isReadable }) => serial === null && isReadable);
