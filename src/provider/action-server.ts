import { canFillPath, callEndpoint } from '../apply/call-endpoint.ts';
import { runNoCodeUpgrade } from '../apply/no-code-upgrade.ts';
import type { ApplyContext } from '../apply/apply-operation.ts';
import { type Action, isAbsent, nounOf, pathParametersOf, type Endpoint, type Values } from '@slipway/declarations/declare';
import { providerSchema, validateConfig } from '@slipway/declarations/derive';
import { documentFormatOf, encodeDocument } from '@slipway/declarations/dialects';
import type { ActionServer } from '../protocol/provider-server.ts';
import { deprecationWarnings } from './deprecation-warnings.ts';
import { diagnoseConfigError } from './diagnose.ts';
import { type ProviderContext, createApplyContext } from './resource-server.ts';

type ActionHandler = (action: Action, config: Values, context: ApplyContext) => Promise<void>;

const postAction =
  (body: (config: Values) => unknown): ActionHandler =>
  async (action, config, context) => {
    const sent = body(config);
    await callEndpoint(context, action.requests[0] as Endpoint, config, {
      effect: 'create',
      ...(sent === undefined ? {} : { body: sent }),
    });
  };

/** The outcome in the response: its message, or the object that was created. */
const describeOutcome = (body: unknown): string | undefined => {
  const { message, workflow_id: workflow, id, number, state, rollback_type: rollback } = (body ?? {}) as Values;
  if (typeof message === 'string') return message;
  if (workflow !== undefined) return `workflow ${String(workflow)}`;
  if (rollback !== undefined) return `rollback ${String(id)}`;
  return id === undefined ? undefined : `pipeline ${String(number)} (${String(id)}) is ${String(state)}`;
};

/** Sends the request of the first endpoint whose parameters are set, with all other configured attributes. A cancel can be repeated. */
const sendDeclaredRequest: ActionHandler = async (action, config, context) => {
  const endpoint = action.requests.find((one) => canFillPath(one, config)) as Endpoint;
  const names = Object.keys(action.attributes).filter((name) => !pathParametersOf(endpoint).includes(name) && !isAbsent(config[name]));
  const body =
    names.length === 0
      ? {}
      : {
          body: encodeDocument(documentFormatOf(action.service), {
            type: action.name,
            attributes: action.attributes,
            values: config,
            names,
          }),
        };
  const response = await callEndpoint(context, endpoint, config, { effect: endpoint.endsWith('/cancel') ? 'put' : 'create', ...body });
  const words = describeOutcome(response.body);
  if (words !== undefined) context.progress(words);
};

/** What each action does, by name; those of the CI service are their declarations. */
const actionHandlers: { readonly [name: string]: ActionHandler } = {
  workspace_lock: postAction((config) => ({ reason: config['reason'] ?? '' })),
  workspace_unlock: postAction(() => undefined),
  workspace_force_unlock: postAction(() => undefined),
  no_code_workspace_upgrade: async (_, config, context) => {
    await runNoCodeUpgrade(
      {
        no_code_module_id: String(config['no_code_module_id']),
        workspace_id: String(config['workspace_id']),
        variables: (config['variables'] ?? {}) as Values,
        confirm: config['confirm'] !== false,
        timeout: Number(config['timeout'] ?? 1800),
      },
      context,
    );
  },
};

export const actionServer = (action: Action, provider: ProviderContext): ActionServer => {
  const task = action.service === 'ci' ? sendDeclaredRequest : actionHandlers[action.name];
  if (task === undefined) throw new Error(`the action ${action.name} is declared and does nothing`);
  return {
    schema: providerSchema(action),
    validate: async (config) => [...validateConfig(action, config).map(diagnoseConfigError), ...deprecationWarnings(action, config)],
    invoke: async (config, { signal, progress }) => {
      try {
        await task(action, config, createApplyContext(provider, action.service, signal, progress));
        return [];
      } catch (error) {
        return [provider.diagnose(error, `do ${nounOf(action.name)}`)];
      }
    },
  };
};
