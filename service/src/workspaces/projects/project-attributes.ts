import { type ErrorObject, unprocessable } from '../../http/problem.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { Organization } from '../../access/records.ts';
import { resolveInheritedExecution } from '../workspaces/execution.ts';
import type { StoredProject } from './stored.ts';

const attributeTypes = {
  name: 'text!',
  description: 'text?',
  'default-execution-mode': 'text?',
  'stacks-default-execution-mode': 'text?',
  'default-agent-pool-id': 'text?',
  'setting-overwrites': 'object?',
  'auto-destroy-activity-duration': 'text?',
} as const;
const at = (name: string): string => `/data/attributes/${name}`;

/** A pool goes with a mode: who overwrites one of them overwrites both. */
const findUnequalOverwrites = (overwrites: unknown): readonly ErrorObject[] => {
  if (!isObject(overwrites)) return [];
  const { 'default-execution-mode': mode, 'default-agent-pool': pool } = overwrites;
  if (typeof mode !== 'boolean' || typeof pool !== 'boolean' || mode === pool) return [];
  const detail = 'If agent-pool and execution-mode are both included in setting-overwrites, their values must be the same.';
  return [{ detail, pointer: at('setting-overwrites') }];
};

/** Clients look for these words. */
const wrongDuration =
  "Auto destroy activity duration has an incorrect format, we expect up to 4 numeric digits and 1 unit ('d' or 'h'), such as 14d or 12h";

/** Faults of a project's attributes. */
export const validateProject = (attributes: JsonObject, creating: boolean): ErrorObject[] => {
  const faults = validateTypes(attributes, attributeTypes, creating);
  if (faults.length > 0) return faults;
  const {
    name,
    'default-execution-mode': mode,
    'stacks-default-execution-mode': stacksMode,
    'auto-destroy-activity-duration': duration,
  } = attributes as { readonly [name: string]: string | null | undefined };
  if (typeof name === 'string' && !/^[A-Za-z0-9 _-]{1,90}$/.test(name))
    faults.push({ detail: 'Name may only contain 1 to 90 letters, digits, spaces, - and _', pointer: at('name') });
  if (mode && !['remote', 'local', 'agent'].includes(mode))
    faults.push({ detail: `expected remote, local or agent, got "${mode}"`, pointer: at('default-execution-mode') });
  if (stacksMode && !['remote', 'agent'].includes(stacksMode))
    faults.push({ detail: `expected remote or agent, got "${stacksMode}"`, pointer: at('stacks-default-execution-mode') });
  if (duration && !/^[1-9][0-9]{0,3}[dh]$/.test(duration))
    faults.push({ detail: wrongDuration, pointer: at('auto-destroy-activity-duration') });
  const overwrites = attributes['setting-overwrites'];
  faults.push(...findUnequalOverwrites(overwrites));
  for (const [setting, flag] of Object.entries(isObject(overwrites) ? overwrites : {}))
    if (flag !== null && typeof flag !== 'boolean')
      faults.push({ detail: 'expected true or false', pointer: at(`setting-overwrites/${setting}`) });
  return faults;
};

type ExecutionDefaults = Pick<StoredProject, 'defaultExecutionMode' | 'defaultAgentPool' | 'overwritesPool'>;

/** Mode and pool after a request. A flag with the value inherited resets both; a flag with the value own keeps the effective ones. */
const applyExecutionDefaults = (
  attributes: JsonObject,
  pool: string | null | undefined,
  old: ExecutionDefaults,
  organization: Organization,
): ExecutionDefaults => {
  const flags = (attributes['setting-overwrites'] ?? {}) as { readonly [name: string]: boolean | null | undefined };
  const now = resolveInheritedExecution({ organization, project: old });
  const sent = attributes['default-execution-mode'] as StoredProject['defaultExecutionMode'] | undefined;
  let mode = sent === undefined ? old.defaultExecutionMode : sent;
  if (flags['default-execution-mode'] === false) mode = null;
  if (flags['default-execution-mode'] === true) mode ??= now.mode;
  const effective = mode ?? organization.defaultExecutionMode;
  if (pool && effective !== 'agent')
    throw unprocessable(
      `default-agent-pool-id must not be specified unless using 'agent' execution mode; here it is "${effective}"`,
      at('default-agent-pool-id'),
    );
  if (mode === 'agent' && sent === 'agent' && !pool && !now.pool)
    throw unprocessable("default-agent-pool-id must be specified when using 'agent' execution mode", at('default-agent-pool-id'));
  const keepsPool = effective === 'agent' && flags['default-agent-pool'] !== false;
  const overwrites = flags['default-agent-pool'];
  const { overwritesPool: _, ...rest } = old;
  return {
    ...rest,
    defaultExecutionMode: mode,
    defaultAgentPool: keepsPool ? (pool === undefined ? old.defaultAgentPool : pool) : null,
    ...(overwrites === undefined || overwrites === null ? {} : { overwritesPool: overwrites }),
  };
};

type ProjectSettings = Omit<StoredProject, 'organization' | 'createdAt' | 'updatedAt' | 'tags'>;

/** A project after the attributes of a create or update, which are valid. */
export const applyProjectAttributes = <P extends ProjectSettings>(
  attributes: JsonObject,
  pool: string | null | undefined,
  old: P,
  organization: Organization,
): P => {
  const take = (member: keyof ProjectSettings, name: string): Partial<ProjectSettings> =>
    attributes[name] === undefined ? {} : { [member]: attributes[name] };
  const { overwritesPool: _, ...rest } = old;
  return {
    ...(rest as P),
    ...take('name', 'name'),
    ...take('description', 'description'),
    ...(attributes['description'] === null ? { description: '' } : {}),
    ...take('stacksExecutionMode', 'stacks-default-execution-mode'),
    ...take('autoDestroyActivityDuration', 'auto-destroy-activity-duration'),
    ...applyExecutionDefaults(
      attributes,
      pool,
      {
        defaultExecutionMode: old.defaultExecutionMode,
        defaultAgentPool: old.defaultAgentPool,
        ...(old.overwritesPool === undefined ? {} : { overwritesPool: old.overwritesPool }),
      },
      organization,
    ),
  };
};
