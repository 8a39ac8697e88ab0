import { isAbsent, isUnknown, unknown, type Values } from '@slipway/declarations/declare';
import type { ApplyOperation, ApplyContext, ResourceOperations } from '../apply-operation.ts';

type Flags = { readonly execution_mode?: unknown; readonly agent_pool?: unknown };

/** Which of the two settings the workspace shall inherit: those that the configuration gives back, and those that it no longer sets. */
const findInherited = ({ configured, desired, withdrawn }: ApplyOperation): { readonly mode: boolean; readonly pool: boolean } => {
  const flags = (configured.includes('setting_overwrites') ? desired['setting_overwrites'] : {}) as Flags;
  const isMode = configured.includes('execution_mode') || configured.includes('operations');
  const isModeWithdrawn = ['execution_mode', 'operations', 'setting_overwrites'].some((name) => name in withdrawn) && !isMode;
  // A mode without agents has no pool, whatever is sent.
  const hasAgents = !isMode || desired['execution_mode'] === 'agent';
  const isPoolWithdrawn =
    ('setting_overwrites' in withdrawn || ('agent_pool_id' in withdrawn && hasAgents)) && !configured.includes('agent_pool_id');
  return {
    mode: flags.execution_mode === true || (isModeWithdrawn && flags.execution_mode !== false),
    pool: flags.agent_pool === true || (isPoolWithdrawn && flags.agent_pool !== false),
  };
};

/** A new workspace inherits what is not sent. */
const omitInherited = (operation: ApplyOperation, { mode, pool }: ReturnType<typeof findInherited>): ApplyOperation => {
  const { setting_overwrites: flags, ...desired } = operation.desired;
  const own = Object.fromEntries(Object.entries((flags ?? {}) as Values).filter(([, flag]) => flag === false));
  const inherited = [...(mode ? ['execution_mode', 'operations'] : []), ...(pool ? ['agent_pool_id'] : [])];
  const omitted = [...inherited, ...(Object.keys(own).length === 0 ? ['setting_overwrites'] : [])];
  return {
    ...operation,
    desired: { ...desired, setting_overwrites: own },
    configured: operation.configured.filter((name) => !omitted.includes(name)),
  };
};

/**
 * What an update sends of the two settings: a flag that says "inherited", without a value of the setting. The specification wants
 * `execution-mode` in the document with its flag: there it is null (spec 1, Workspace).
 */
const giveBack = (
  operation: ApplyOperation,
  { mode, pool }: ReturnType<typeof findInherited>,
  dialect: ApplyContext['client']['dialect'],
): ApplyOperation => {
  const { withdrawn, desired, changed, configured } = operation;
  const names = ['execution_mode', 'operations', 'agent_pool_id', 'setting_overwrites'];
  const touched = changed.filter((name) => names.includes(name));
  const own = { ...omit(withdrawn, names), ...(configured.includes('operations') ? pick(withdrawn, ['execution_mode']) : {}) };
  if (touched.length === 0 || (!mode && !pool)) return { ...operation, withdrawn: own };
  // Members that are not known are not sent.
  const planned = isAbsent(desired['setting_overwrites']) || isUnknown(desired['setting_overwrites']) ? {} : desired['setting_overwrites'];
  const flags = {
    execution_mode: unknown,
    agent_pool: unknown,
    ...planned,
    ...(mode ? { execution_mode: true } : {}),
    ...(pool ? { agent_pool: true } : {}),
  };
  const omitted = [
    ...(mode ? ['operations', ...(dialect === 'hosted' ? ['execution_mode'] : [])] : []),
    ...(pool || mode ? ['agent_pool_id'] : []),
  ];
  return {
    ...operation,
    changed: [...new Set([...changed.filter((name) => !omitted.includes(name)), 'setting_overwrites'])],
    desired: Object.fromEntries(Object.entries(desired).filter(([name]) => !omitted.includes(name))),
    withdrawn: {
      ...own,
      setting_overwrites: flags,
      ...(mode && dialect === 'neutral' ? { execution_mode: null } : {}),
    },
  };
};

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
const omit = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** `operations` says one mode of two; the specification lets a workspace with agents keep them where it is true. */
const spellMode = (operation: ApplyOperation): ApplyOperation => {
  const { configured, desired, changed, withdrawn } = operation;
  const isOwn = 'execution_mode' in withdrawn || changed.includes('setting_overwrites');
  if (!configured.includes('operations') || !isOwn) return operation;
  return {
    ...operation,
    changed: [...new Set([...changed.filter((name) => name !== 'operations'), 'execution_mode'])],
    withdrawn: { ...withdrawn, execution_mode: desired['operations'] === true ? 'remote' : 'local' },
  };
};

/**
 * Mode and agent pool are the workspace's own or inherited. A setting that is inherited is not sent with a value: a service would take it
 * for the workspace's own.
 */
export const putWithInheritance =
  (put: ResourceOperations['put']): ResourceOperations['put'] =>
  async (operation, context) => {
    const inherited = findInherited(operation);
    if (operation.prior !== null) return put(giveBack(spellMode(operation), inherited, context.client.dialect), context);
    return put(inherited.mode || inherited.pool ? omitInherited(operation, inherited) : operation, context);
  };
