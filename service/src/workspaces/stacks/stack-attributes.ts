import { type ErrorObject, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { isObject, type JsonObject, parseToOne } from '../../json-api/parse-document.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { isInPoolScope } from '../agent-pools/agent-pool-scope.ts';
import { parseStackRepo, stackRepoTypes } from './stack-repo.ts';
import type { StoredStack } from './stored.ts';

const attributeTypes = {
  name: 'name!',
  description: 'text?',
  migration: 'flag?',
  'speculative-enabled': 'flag?',
  'debugging-mode': 'flag?',
  'execution-mode': 'text?',
  'working-directory': 'name?',
  'vcs-repo': 'object?',
} as const;

const maxPatterns = 100;
const maxPatternLength = 1024;
const isPattern = (value: unknown): boolean => typeof value === 'string' && value.length <= maxPatternLength;

const validatePatterns = (value: unknown): ErrorObject[] => {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.length <= maxPatterns && value.every(isPattern)) return [];
  const detail = `expected a list of at most ${maxPatterns} texts, each of at most ${maxPatternLength} characters`;
  return [{ detail, pointer: '/data/attributes/trigger-patterns' }];
};

/** Throws 422 with everything in the attributes that no stack can have. */
export const validateStack = (attributes: JsonObject, creating: boolean, repoExists: boolean): void => {
  const faults = [...validateTypes(attributes, attributeTypes, creating), ...validatePatterns(attributes['trigger-patterns'])];
  const { name, 'vcs-repo': repo, 'execution-mode': mode } = attributes;
  if (typeof name === 'string' && name !== '' && !/^[A-Za-z0-9_-]*$/.test(name))
    faults.push({ detail: 'expected letters, digits, - and _ only', pointer: '/data/attributes/name' });
  if (isObject(repo)) faults.push(...validateTypes(repo, stackRepoTypes, !repoExists, '/data/attributes/vcs-repo'));
  if (typeof mode === 'string' && mode !== 'remote' && mode !== 'agent')
    faults.push({ detail: 'expected remote or agent', pointer: '/data/attributes/execution-mode' });
  throwIfInvalid(faults);
};

/** The agent pool after a request: absent keeps it, null removes it. Throws 422 for one that stacks of the project may not use. */
const parseAgentPool = async (
  ctx: RequestContext,
  { organization, project, agentPool }: StoredStack,
  relationships: JsonObject,
): Promise<string | null> => {
  const linked = parseToOne(ctx, relationships, 'agent-pool', 'agent-pools');
  if (linked === undefined) return agentPool;
  const pool = linked?.id || null;
  if (pool === null || pool === agentPool) return pool;
  const pointer = '/data/relationships/agent-pool/data/id';
  if ((await ctx.tx.get('agent-pools', pool))?.scope !== organization)
    throw unprocessable('expected an agent pool of this organization', pointer);
  if (!(await isInPoolScope(ctx, pool, { project }))) throw unprocessable(`${pool} is not for the project of this stack`, pointer);
  return pool;
};

/** The stack after a request whose attributes are valid: what is absent stays, null brings the default back. Throws 422. */
export const applyStackDocument = async (
  ctx: RequestContext,
  before: StoredStack,
  { attributes, relationships }: { readonly attributes: JsonObject; readonly relationships: JsonObject },
): Promise<StoredStack> => {
  const take = <T>(name: string, old: T, otherwise: T): T => {
    const value = attributes[name] as T | null | undefined;
    return value === undefined ? old : (value ?? otherwise);
  };
  return {
    ...before,
    name: take('name', before.name, before.name),
    description: take('description', before.description, ''),
    speculativeEnabled: take('speculative-enabled', before.speculativeEnabled, false),
    debuggingMode: take('debugging-mode', before.debuggingMode, false),
    executionMode: take('execution-mode', before.executionMode, null),
    workingDirectory: take('working-directory', before.workingDirectory, ''),
    triggerPatterns: take('trigger-patterns', before.triggerPatterns, []),
    vcsRepo: await parseStackRepo(ctx, before, attributes['vcs-repo'] as JsonObject | null | undefined),
    agentPool: await parseAgentPool(ctx, before, relationships),
    updatedAt: ctx.clock.now().toISOString(),
  };
};
