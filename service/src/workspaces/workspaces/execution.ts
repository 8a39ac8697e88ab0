import type { Organization } from '../../access/records.ts';
import { throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { WorkspaceAttributes, ExecutionMode, StoredWorkspace } from './stored.ts';

/** The organization and the project of a workspace, from which it inherits settings. */
export interface WorkspaceParents {
  readonly organization: Organization;
  readonly project: StoredProject;
}
export interface ExecutionSettings {
  readonly mode: ExecutionMode;
  readonly pool: string | null;
}

/** The project's default where it has one, else the organization's. */
export const resolveInheritedExecution = ({
  organization,
  project,
}: {
  readonly organization: Organization;
  readonly project: Pick<StoredProject, 'defaultExecutionMode' | 'defaultAgentPool'>;
}): ExecutionSettings =>
  project.defaultExecutionMode === null
    ? { mode: organization.defaultExecutionMode, pool: organization.defaultAgentPool }
    : { mode: project.defaultExecutionMode, pool: project.defaultAgentPool ?? organization.defaultAgentPool };

/** What applies: its own mode and pool, else the inherited ones. Only agents have a pool. */
export const resolveExecution = (
  attributes: Pick<WorkspaceAttributes, 'execution-mode' | 'agent-pool-id'>,
  home: WorkspaceParents,
): ExecutionSettings => {
  const from = resolveInheritedExecution(home);
  const mode = attributes['execution-mode'] ?? from.mode;
  return { mode, pool: mode === 'agent' ? (attributes['agent-pool-id'] ?? from.pool) : null };
};

/**
 * `setting-overwrites`. The specification: true by default, false overwrites what is inherited. The hosted service answers
 * the opposite: true where the workspace has its own (docs/decisions/0008-setting-overwrites.md).
 */
export const renderOverwrites = (
  { attributes, overwrites }: Pick<StoredWorkspace, 'attributes' | 'overwrites'>,
  dialect: RequestContext['dialect'],
): { readonly 'execution-mode': boolean; readonly 'agent-pool': boolean } => {
  const [mode, pool] = [
    overwrites.mode ?? attributes['execution-mode'] === undefined,
    overwrites.pool ?? attributes['agent-pool-id'] === undefined,
  ];
  return dialect === 'hosted' ? { 'execution-mode': !mode, 'agent-pool': !pool } : { 'execution-mode': mode, 'agent-pool': pool };
};

const overwriteNames = ['execution-mode', 'agent-pool'];
/** Throws 422 for a setting that is not inherited. */
const parseOverwrites = (
  attributes: JsonObject,
  dialect: RequestContext['dialect'],
): { readonly mode?: boolean; readonly pool?: boolean } => {
  const overwrites = (attributes['setting-overwrites'] ?? {}) as { readonly [name: string]: boolean | null | undefined };
  throwIfInvalid(
    Object.keys(overwrites)
      .filter((name) => !overwriteNames.includes(name))
      .map((name) => ({
        detail: `"${name.slice(0, 60)}" is no setting that a workspace inherits; expected ${overwriteNames.join(', ')}`,
        pointer: `/data/attributes/setting-overwrites/${name}`,
      })),
  );
  const inherits = (name: string): boolean | undefined => {
    const flag = overwrites[name] ?? undefined;
    return flag === undefined || dialect !== 'hosted' ? flag : !flag;
  };
  const [mode, pool] = [inherits('execution-mode'), inherits('agent-pool')];
  return { ...(mode === undefined ? {} : { mode }), ...(pool === undefined ? {} : { pool }) };
};

/** `operations` is the old spelling: false is local; true is anything else, remote where it was local. */
const parseExecutionMode = (attributes: JsonObject, before: ExecutionMode): ExecutionMode | null | undefined => {
  const operations = attributes['operations'] as boolean | null | undefined;
  if (operations === undefined || operations === null) return attributes['execution-mode'] as ExecutionMode | null | undefined;
  return operations ? (before === 'local' ? 'remote' : before) : 'local';
};

type OwnSettings = Pick<StoredWorkspace, 'attributes' | 'overwrites'>;

/**
 * Mode and pool after a request. A value that is sent is the workspace's own; null, or a flag with inherited and no other value, restores
 * inheritance; a flag with own and no value keeps the effective value. Throws 422 if pool and mode are incompatible or the pool is not one
 * of the organization.
 */
export const applyExecution = async (
  ctx: RequestContext,
  home: WorkspaceParents,
  old: OwnSettings,
  attributes: JsonObject,
): Promise<OwnSettings> => {
  const flags = parseOverwrites(attributes, ctx.dialect);
  const [from, now] = [resolveInheritedExecution(home), resolveExecution(old.attributes, home)];
  const wanted = parseExecutionMode(attributes, now.mode);
  const pool = attributes['agent-pool-id'] as string | null | undefined;

  const { 'execution-mode': ownMode, 'agent-pool-id': ownPool, ...rest } = old.attributes;
  let mode: ExecutionMode | undefined = wanted === undefined ? ownMode : (wanted ?? undefined);
  if (flags.mode === true && (wanted === undefined || wanted === from.mode || ctx.dialect === 'hosted')) mode = undefined;
  if (flags.mode === false) mode ??= now.mode;
  let agents: string | undefined = pool === undefined ? ownPool : (pool ?? undefined);
  if (flags.pool === true && (pool === undefined || pool === from.pool)) agents = undefined;
  if (flags.pool === false) agents ??= now.pool ?? undefined;

  const next = resolveExecution({ ...(mode ? { 'execution-mode': mode } : {}), ...(agents ? { 'agent-pool-id': agents } : {}) }, home);
  const touched = wanted !== undefined || pool !== undefined || flags.mode !== undefined || flags.pool !== undefined;
  const pointer = '/data/attributes/agent-pool-id';
  if (pool && next.mode !== 'agent')
    throw unprocessable(`agent-pool-id goes with execution-mode "agent"; here it is "${next.mode}"`, pointer);
  if (pool && (await ctx.tx.get('agent-pools', pool))?.scope !== home.organization.name)
    throw unprocessable(`${pool} is no agent pool of the organization "${home.organization.name}"`, pointer);
  if (touched && next.mode === 'agent' && next.pool === null)
    throw unprocessable('agent-pool-id is required when execution-mode is "agent"', pointer);

  return {
    attributes: {
      ...rest,
      ...(mode ? { 'execution-mode': mode } : {}),
      ...(agents && next.mode === 'agent' ? { 'agent-pool-id': agents } : {}),
    },
    overwrites: {
      mode: flags.mode ?? (wanted === undefined ? old.overwrites.mode : null),
      pool: flags.pool ?? (pool === undefined && wanted === undefined ? old.overwrites.pool : null),
    },
  };
};
