import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { saveContent, type StagedContent } from './content.ts';
import { saveInstances } from './state-instances.ts';
import type { StateReading } from './reading/read-state-file.ts';
import type { ResourceSummary } from './read-resources.ts';
import { type StoredStateVersion, toCurrentState } from './stored.ts';

/** Kind `state-resources`, scope the workspace's id, key the version's. */
export interface StateResources {
  readonly resources: readonly ResourceSummary[];
}
/** The version becomes the workspace's current one. */
const makeCurrent = async (
  tx: Transaction,
  workspace: StoredRecord<StoredWorkspace>,
  version: StoredRecord<StoredStateVersion>,
): Promise<void> => {
  const { currentStateVersion } = workspace.body;
  const before = currentStateVersion === null ? undefined : await tx.get<StoredStateVersion>('state-versions', currentStateVersion);
  if (before && before.id !== version.id) await tx.update<StoredStateVersion>(before, { body: { ...before.body, next: version.id } });
  await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, ...toCurrentState(version) } });
};

/** Stores the content of a version: it is the workspace's current one now, unless it is intermediate. */
export const finalizeStateVersion = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  version: StoredRecord<StoredStateVersion>,
  content: StagedContent,
  { state, resources, instances }: StateReading,
): Promise<StoredRecord<StoredStateVersion>> => {
  const { tx, newId } = ctx;
  const { lineage, outputs, serial: _, ...facts } = state;
  const workspace = await tx.get<StoredWorkspace>('workspaces', version.scope);
  const next = await tx.update<StoredStateVersion>(version, {
    body: {
      ...version.body,
      ...facts,
      outputs: state.encrypted ? version.body.outputs : outputs,
      lineage: version.body.lineage ?? lineage,
      previous: workspace?.body.currentStateVersion ?? null,
      status: 'finalized',
    },
  });
  await saveContent(tx, { kind: 'state-contents', scope: version.scope, version: version.id }, content);
  const place = { scope: version.scope, key: version.id, name: '' };
  await tx.insert<StateResources>({ id: newId('ss'), kind: 'state-resources', ...place, body: { resources } });
  await saveInstances(tx, next, workspace?.body.currentStateVersion ?? null, instances);
  if (workspace && !next.body.intermediate) await makeCurrent(tx, workspace, next);
  return next;
};
