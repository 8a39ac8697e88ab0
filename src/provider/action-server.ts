import { canFill, send } from '../apply/send.ts';
import { upgrade } from '../apply/upgrade.ts';
import type { Surroundings } from '../apply/job.ts';
import { type Action, isAbsent, nounOf, paramsOf, type Row, type Values } from '../declare/index.ts';
import { providerSchema, verdict } from '../derive/index.ts';
import { dialectOf, encodeDocument } from '../dialects/index.ts';
import type { ActionServer } from '../protocol/server.ts';
import { deprecations } from './deprecations.ts';
import { diagnoseFault } from './diagnose.ts';
import { type Behind, surroundings } from './resource-server.ts';

type Doing = (action: Action, config: Values, around: Surroundings) => Promise<void>;

const post = (body: (config: Values) => unknown): Doing => async (action, config, around) => {
  const sent = body(config);
  await send(around, action.rows[0] as Row, config, { effect: 'create', ...(sent === undefined ? {} : { body: sent }) });
};

/** What the service says of what it did: its own sentence, or what it made. */
const told = (body: unknown): string | undefined => {
  const { message, workflow_id: workflow, id, number, state, rollback_type: rollback } = (body ?? {}) as Values;
  if (typeof message === 'string') return message;
  if (workflow !== undefined) return `workflow ${String(workflow)}`;
  if (rollback !== undefined) return `rollback ${String(id)}`;
  return id === undefined ? undefined : `pipeline ${String(number)} (${String(id)}) is ${String(state)}`;
};

/** The request of the first row that can be asked, with all that the configuration says and the path does not. Canceling twice is canceling once. */
const asDeclared: Doing = async (action, config, around) => {
  const row = action.rows.find((one) => canFill(one, config)) as Row;
  const names = Object.keys(action.attributes).filter((name) => !paramsOf(row).includes(name) && !isAbsent(config[name]));
  const body = names.length === 0 ? {} : { body: encodeDocument(dialectOf(action.service), { type: action.name, attributes: action.attributes, values: config, names }) };
  const answer = await send(around, row, config, { effect: row.endsWith('/cancel') ? 'put' : 'create', ...body });
  const words = told(answer.body);
  if (words !== undefined) around.progress(words);
};

/** What each action does, by name; those of the CI service are their declarations. */
const doings: { readonly [name: string]: Doing } = {
  workspace_lock: post((config) => ({ reason: config['reason'] ?? '' })),
  workspace_unlock: post(() => undefined),
  workspace_force_unlock: post(() => undefined),
  no_code_workspace_upgrade: async (_, config, around) => {
    await upgrade({
      no_code_module_id: String(config['no_code_module_id']), workspace_id: String(config['workspace_id']),
      variables: (config['variables'] ?? {}) as Values, confirm: config['confirm'] !== false, timeout: Number(config['timeout'] ?? 1800),
    }, around);
  },
};

export const actionServer = (action: Action, behind: Behind): ActionServer => {
  const doing = action.service === 'ci' ? asDeclared : doings[action.name];
  if (doing === undefined) throw new Error(`the action ${action.name} is declared and does nothing`);
  return {
    schema: providerSchema(action),
    validate: async (config) => [...verdict(action, config).map(diagnoseFault), ...deprecations(action, config)],
    invoke: async (config, { signal, progress }) => {
      try { await doing(action, config, surroundings(behind, action.service, signal, progress)); return []; } catch (error) {
        return [behind.diagnose(error, `do ${nounOf(action.name)}`)];
      }
    },
  };
};
