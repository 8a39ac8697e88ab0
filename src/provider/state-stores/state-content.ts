import { createHash } from 'node:crypto';
import { describeBug } from '@slipway/declarations/bug-report';
import { ServiceError } from '../../client/contract/errors.ts';
import type { ServiceResponse } from '../../client/contract/service-client.ts';
import { type HeldLocks, isLockedWith, lockWorkspace, unlockWorkspace } from './state-locks.ts';
import { StateStoreError } from './state-store-error.ts';
import { downloadState, uploadState } from './state-transfer.ts';
import { findStateWorkspace, requireStateWorkspace, type StateWorkspace, type StoreContext } from './state-workspace.ts';

/** Bytes of a state. The service may take fewer. */
export const largestState = 128 * 1024 * 1024;
/** Bytes of a state that is a part of the request; a larger one is uploaded after it. */
const largestInRequest = 1024 * 1024;

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

interface StateVersion {
  readonly serial: number | null;
  readonly md5: string | null;
  readonly status: string | null;
  readonly download: string | null;
  readonly upload: string | null;
}
const readVersion = ({ body }: ServiceResponse): StateVersion => {
  const attributes = ((body as { readonly data?: { readonly attributes?: object } } | null)?.data?.attributes ?? {}) as {
    readonly [name: string]: unknown;
  };
  const text = (name: string): string | null => (typeof attributes[name] === 'string' ? (attributes[name] as string) : null);
  return {
    serial: typeof attributes['serial'] === 'number' ? attributes['serial'] : null,
    md5: text('md5'),
    status: text('status'),
    download: text('hosted-state-download-url'),
    upload: text('hosted-state-upload-url'),
  };
};

const currentVersion = async ({ client, signal }: StoreContext, { id }: StateWorkspace): Promise<ServiceResponse | null> => {
  const path = `/workspaces/${encodeURIComponent(id)}/current-state-version`;
  const response = await client.call({ method: 'GET', path, effect: 'read', acceptedStatuses: [404], signal });
  return response.status === 404 ? null : response;
};

/** The bytes of a state, as they were written; undefined: there is none. */
export const readState = async (context: StoreContext, state: string): Promise<Buffer | undefined> => {
  const workspace = await findStateWorkspace(context, state);
  if (workspace === null) return undefined;
  // A state that may not be read looks as if there was none, and the engine would create everything again.
  if (!workspace.mayReadStates)
    throw new StateStoreError(
      `This token may not read the state "${state}"`,
      `It has no right to read state versions of the workspace ${workspace.name}.`,
    );
  const current = await currentVersion(context, workspace);
  if (current === null) return undefined;
  const { download, md5, status } = readVersion(current);
  if (download === null)
    throw new StateStoreError(
      `The content of the state "${state}" is not available`,
      `The current state version of the workspace ${workspace.name} is ${status ?? 'of no status'}.`,
    );
  const bytes = await downloadState(download, largestState, context.signal);
  if (md5 !== null && md5Of(bytes) !== md5)
    throw new StateStoreError(
      `The content of the state "${state}" is not what was written`,
      `The service names the MD5 ${md5} of its content; what it sent has ${md5Of(bytes)}.`,
    );
  return bytes;
};

interface NewState {
  readonly bytes: Uint8Array;
  readonly serial: number;
  readonly lineage: string | null;
}

/** The serial and the lineage of a state, which the service asks for. */
const parseNewState = (bytes: Uint8Array): NewState => {
  let values: unknown;
  try {
    values = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    // The error of the parser quotes what it read, which may be a secret.
  }
  const { serial, lineage } = (typeof values === 'object' && values !== null ? values : {}) as { serial?: unknown; lineage?: unknown };
  if (typeof serial !== 'number' || !Number.isSafeInteger(serial) || serial < 0)
    throw new StateStoreError(
      'The engine wrote something that is no state',
      describeBug('Expected JSON with a whole number as `serial`. Nothing was stored.', '\n\n'),
    );
  return { bytes, serial, lineage: typeof lineage === 'string' ? lineage : null };
};

/** Creates a state version, and uploads its content where that is not a part of the request. */
const createVersion = async (context: StoreContext, workspace: StateWorkspace, state: NewState, isForced: boolean): Promise<void> => {
  const { bytes, serial, lineage } = state;
  const md5 = md5Of(bytes);
  const inRequest = bytes.length <= largestInRequest;
  const attributes = {
    serial,
    md5,
    ...(lineage === null ? {} : { lineage }),
    ...(inRequest ? { state: Buffer.from(bytes).toString('base64') } : {}),
    ...(isForced ? { force: true } : {}),
  };
  const response = await context.client.call({
    method: 'POST',
    path: `/workspaces/${encodeURIComponent(workspace.id)}/state-versions`,
    body: { data: { type: 'state-versions', attributes } },
    effect: 'create',
    findExisting: async () => {
      const current = await currentVersion(context, workspace);
      const found = current && readVersion(current);
      return found && found.serial === serial && found.md5 === md5 ? current : null;
    },
    signal: context.signal,
  });
  const { upload, download } = readVersion(response);
  // A version with content is there already: the request was repeated.
  if (inRequest || (upload === null && download !== null)) return;
  if (upload === null) throw new StateStoreError('The service gave no address for the content of the state', 'Nothing was stored.');
  await uploadState(upload, bytes, context.signal);
};

/**
 * Writes under the lock of this process. The engine has compared serials and lineages already, and may write an older state on purpose
 * (`state push -force`): a conflict is overruled, if the lock is still this one.
 */
const writeUnderLock = async (context: StoreContext, state: string, input: NewState, lockId: string): Promise<void> => {
  const workspace = await requireStateWorkspace(context, state);
  try {
    await createVersion(context, workspace, input, false);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 409) throw error;
    const now = await findStateWorkspace(context, state);
    if (now === null || !isLockedWith(now, lockId)) throw error;
    await createVersion(context, now, input, true);
  }
};

/** Writes a state. Without a lock of this process (`-lock=false`), the workspace is locked meanwhile and only a newer state is taken. */
export const writeState = async (context: StoreContext, held: HeldLocks, state: string, bytes: Uint8Array): Promise<void> => {
  const input = parseNewState(bytes);
  const lockId = held.get(state);
  if (lockId !== undefined) return writeUnderLock(context, state, input, lockId);
  const workspace = await requireStateWorkspace(context, state);
  await lockWorkspace(context, state, workspace, 'a write without a lock of the engine');
  const errors: unknown[] = [];
  for (const step of [() => createVersion(context, workspace, input, false), () => unlockWorkspace(context, workspace)])
    await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
};
