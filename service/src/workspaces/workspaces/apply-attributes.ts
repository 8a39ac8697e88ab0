import type { JsonObject } from '../../json-api/parse-document.ts';
import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { requireAssessable } from './assessments.ts';
import { findLatestRelease, requireEngineVersion } from './engine-version.ts';
import { type WorkspaceParents, applyExecution } from './execution.ts';
import { type WorkspaceAttributes, workspaceDefaults, type StoredVcsRepo, type StoredWorkspace } from './stored.ts';
import { parseVcsRepo } from './vcs-repo.ts';

type OwnSettings = Pick<StoredWorkspace, 'attributes' | 'overwrites'>;

const toIsoTime = (value: unknown): unknown => (typeof value === 'string' ? new Date(value).toISOString() : value);
const withoutAttribute = (attributes: WorkspaceAttributes, name: string): WorkspaceAttributes => {
  const { [name]: _, ...rest } = attributes;
  return rest as WorkspaceAttributes;
};

/**
 * Attributes without rules of their own: a sent value is stored, null restores the default. Members are assigned, because a spread for each
 * would create an object shape per combination (decision 131).
 */
const applyPlainAttributes = (old: WorkspaceAttributes, attributes: JsonObject): WorkspaceAttributes => {
  const next: Record<string, unknown> = Object.assign({}, old);
  for (const name of [...Object.keys(workspaceDefaults), 'auto-destroy-at', 'assessments-enabled']) {
    const value = attributes[name];
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = name === 'auto-destroy-at' ? toIsoTime(value) : value;
  }
  return next as WorkspaceAttributes;
};

/** The attributes of a new workspace before those of the request. */
export const createInitialSettings = ({ settings }: Pick<RequestContext, 'settings'>): OwnSettings => ({
  attributes: { 'engine-version': findLatestRelease(settings), 'global-remote-state': settings.globalRemoteState },
  overwrites: { mode: null, pool: null },
});

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
/** Paths start a run by prefix or by pattern. Throws 422 for both. */
const requireOneTrigger = (next: WorkspaceAttributes, attributes: JsonObject): void => {
  if (!isFilled(next['trigger-patterns']) || !isFilled(next['trigger-prefixes'])) return;
  const name = isFilled(attributes['trigger-patterns']) ? 'trigger-patterns' : 'trigger-prefixes';
  throw unprocessable('a workspace has trigger-patterns or trigger-prefixes, not both: send [] for the other', `/data/attributes/${name}`);
};

/** The hosted service takes patterns only where paths start a run. Throws 422. */
const requireFileTriggers = ({ dialect }: RequestContext, next: WorkspaceAttributes, attributes: JsonObject): void => {
  if (dialect !== 'hosted' || next['file-triggers-enabled'] !== false || !isFilled(attributes['trigger-patterns'])) return;
  throw unprocessable(
    "'trigger_patterns' cannot be populated when 'file_triggers_enabled' is set to false.",
    '/data/attributes/trigger-patterns',
  );
};

/** Applies the attributes of a create or update, whose types are validated, to the stored ones. Throws 422 where they contradict. */
export const applyWorkspaceAttributes = async (
  ctx: RequestContext,
  home: WorkspaceParents,
  old: OwnSettings,
  attributes: JsonObject,
  op: 'create' | 'update',
): Promise<OwnSettings> => {
  const { settings } = ctx;
  const { attributes: chosen, overwrites } = await applyExecution(
    ctx,
    home,
    { ...old, attributes: applyPlainAttributes(old.attributes, attributes) },
    attributes,
  );
  const engine = attributes['engine-version'] as string | null | undefined;
  if (engine !== undefined && engine !== null) requireEngineVersion(settings, engine);
  const remote = attributes['global-remote-state'] as boolean | null | undefined;
  const repo = await parseVcsRepo(
    ctx,
    home.organization.name,
    old.attributes['vcs-repo'],
    attributes['vcs-repo'] as (JsonObject & StoredVcsRepo) | null | undefined,
    op,
  );
  const next: WorkspaceAttributes = {
    ...withoutAttribute(chosen, 'vcs-repo'),
    ...(repo ? { 'vcs-repo': repo } : {}),
    ...(engine === undefined ? {} : { 'engine-version': engine ?? findLatestRelease(settings) }),
    ...(remote === undefined ? {} : { 'global-remote-state': remote ?? settings.globalRemoteState }),
  };
  requireOneTrigger(next, attributes);
  requireFileTriggers(ctx, next, attributes);
  requireAssessable(ctx, home, next, attributes);
  return { attributes: next, overwrites };
};
