import type { Json } from '../../json-api/read.ts';
import type { Asking } from '../../route.ts';
import { refuseAssessments } from './assessments.ts';
import { latestRelease, refuseEngine } from './engine-version.ts';
import { type Home, withExecution } from './execution.ts';
import { type Chosen, defaults, type StoredVcsRepo, type Workspace } from './stored.ts';
import { vcsRepoSent } from './vcs-repo.ts';

type Own = Pick<Workspace, 'attributes' | 'overwrites'>;

const moment = (value: unknown): unknown => (typeof value === 'string' ? new Date(value).toISOString() : value);
const without = (chosen: Chosen, name: string): Chosen => { const { [name]: _, ...rest } = chosen; return rest as Chosen; };

/** Attributes without rules of their own: what is sent is chosen, null gives the default back. */
const plainSent = (old: Chosen, attributes: Json): Chosen => {
  let next = old;
  for (const name of [...Object.keys(defaults), 'auto-destroy-at', 'assessments-enabled']) {
    const value = attributes[name];
    if (value === undefined) continue;
    next = value === null ? without(next, name) : { ...next, [name]: name === 'auto-destroy-at' ? moment(value) : value };
  }
  return next;
};

/** What a new workspace chooses before it says anything. */
export const unwritten = ({ settings }: Pick<Asking, 'settings'>): Own => ({
  attributes: { 'engine-version': latestRelease(settings), 'global-remote-state': settings.globalRemoteState }, overwrites: { mode: null, pool: null },
});

/** The attributes of a create or update, judged already for their shapes, laid over what was chosen. 422 where they cannot hold together. */
export const written = async (asking: Asking, home: Home, old: Own, attributes: Json, op: 'create' | 'update'): Promise<Own> => {
  const { settings } = asking;
  const { attributes: chosen, overwrites } = await withExecution(asking, home, { ...old, attributes: plainSent(old.attributes, attributes) }, attributes);
  const engine = attributes['engine-version'] as string | null | undefined;
  if (engine !== undefined && engine !== null) refuseEngine(settings, engine);
  const remote = attributes['global-remote-state'] as boolean | null | undefined;
  const repo = await vcsRepoSent(asking, home.organization.name, old.attributes['vcs-repo'], attributes['vcs-repo'] as (Json & StoredVcsRepo) | null | undefined, op);
  const next: Chosen = {
    ...without(chosen, 'vcs-repo'), ...(repo ? { 'vcs-repo': repo } : {}),
    ...(engine === undefined ? {} : { 'engine-version': engine ?? latestRelease(settings) }),
    ...(remote === undefined ? {} : { 'global-remote-state': remote ?? settings.globalRemoteState }),
  };
  refuseAssessments(settings, home, next, attributes);
  return { attributes: next, overwrites };
};
