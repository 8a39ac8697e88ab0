import type { Effect } from './roles.ts';
import { type Ask, type Cell, pack } from './world.ts';
import { document, one } from '../../documents.ts';

/** A way in which runs begin or go on. */
export interface Way {
  readonly name: string;
  /** Attributes of the cell's workspace. */
  readonly workspace?: object;
  /** What an owner does before; the ID that `go` needs. */
  readonly prepare?: (cell: Cell) => Promise<string>;
  /** What the role does, and what follows. A refusal ends it. */
  readonly go: (cell: Cell, prepared: string) => Promise<void>;
  /** Each effect, and what the role has to reach by asking for it to bring it about so. */
  readonly brings: { readonly [effect in Effect]?: readonly Effect[] };
  /** Effects that somebody else brings about, who may: by a setting, or by what an owner does in `go`. */
  readonly byOthers?: readonly Effect[];
}

export const autoApplies = { 'auto-apply': true };
/** What a run brings that is planned, and what one that is applied as well. */
export const planned: Way['brings'] = { plan: ['plan'] };
export const applied: Way['brings'] = { plan: ['plan'], apply: ['plan', 'apply'] };

/** The new run, of this configuration version where one is named. */
export const startRun = (ask: Ask, workspace: string, attributes: object = {}, configuration?: string): Promise<any> =>
  ask(
    'POST /runs',
    document('runs', attributes, {
      workspace: one('workspaces', workspace),
      ...(configuration === undefined ? {} : { 'configuration-version': one('configuration-versions', configuration) }),
    }),
  );
/** The ID of a new run, which has come to rest. */
export const settleRun = async (cell: Cell, ask: Ask, attributes: object = {}): Promise<string> => {
  const { id } = await startRun(ask, cell.workspace, attributes);
  await cell.settle();
  return id;
};
/** The ID of a run of an owner that waits for its confirmation. */
export const waitForConfirmation = (cell: Cell): Promise<string> => settleRun(cell, cell.asOwner, { 'auto-apply': false });

/** The ID of a configuration version of the role with this content, uploaded. */
export const uploadConfiguration = async (
  { world, asRole, workspace }: Cell,
  attributes: object = {},
  files: { readonly [name: string]: string } = { 'main.tf': 'output "n" {\n  value = 1\n}\n' },
): Promise<string> => {
  const row = `POST /workspaces/${workspace}/configuration-versions`;
  const version = await asRole(row, document('configuration-versions', { 'auto-queue-runs': false, ...attributes }));
  const { pathname } = new URL(version.attributes['upload-url']);
  const { status } = await world.test.request(`PUT /${pathname}`, await pack(files), { token: null });
  if (status !== 200) throw new Error(`the upload was answered with ${status}`);
  return version.id;
};

/** What becomes of the next run of the workspace. */
export const scriptRun = async ({ world, workspace }: Cell, outcome: object): Promise<void> => {
  const { status, body } = await world.test.request('POST //_local/run-outcome', { workspace, ...outcome });
  if (status !== 201) throw new Error(JSON.stringify(body));
};
