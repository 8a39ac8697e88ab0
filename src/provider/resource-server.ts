import { applyResource, refreshResource } from '../apply/apply-resource.ts';
import type { ApplyContext, ResourceOperations } from '../apply/apply-operation.ts';
import { resourceOperations } from '../apply/resource-operations.ts';
import { isAbsent, nounOf, type Resource, toNewNames, unknown, type Values } from '@slipway/declarations/declare';
import { generateConfig, identityNames, identitySchema, providerSchema, validateConfig } from '@slipway/declarations/derive';
import { planResource } from '../plan/plan-resource.ts';
import { findUnchanged } from '../plan/write-only.ts';
import type { Diagnostic, ResourceServer } from '../protocol/provider-server.ts';
import { createContext } from './create-context.ts';
import { deprecationWarnings } from './deprecation-warnings.ts';
import { diagnoseInconsistency, diagnoseConfigError } from './diagnose.ts';
import { findMissingOnCreate } from './find-missing-on-create.ts';
import type { Diagnoser } from './diagnoser.ts';
import { registerSecrets } from './register-secrets.ts';
import type { ServiceClients } from './service-clients.ts';
import { importedState } from './imported-state.ts';
import { modifyPlan } from './modify-plan.ts';
import { warnBeforeDestroy } from './destroy-warnings.ts';
import { warnOfLeftAlone, warnWhenKept } from './kept-value-warnings.ts';
import { decodePrivateState, encodePrivateState } from './private-state.ts';
import { requireSetting } from './provider-section.ts';
import { upgradeState } from './upgrade-state.ts';

export interface ProviderContext {
  clients(): ServiceClients;
  findResource(name: string): Resource;
  log(message: string): void;
  diagnose: Diagnoser;
  /** What the plan makes of objects that rules of other objects depend on, by resource and ID. */
  readonly plannedObjects?: Map<string, Values>;
}

/** Resources whose planned values count in the plan of others. */
const referencedResources = new Set(['no_code_module', 'ci_pipeline_definition']);

/** The key of an object that a plan replaces: the engine plans its creation while the present one still exists. */
const replacementKey = ({ name, naturalKey, key }: Resource, values: Values): string =>
  `replaced ${name} ${JSON.stringify((naturalKey ?? key).map((one) => values[one]))}`;

export const createApplyContext = (
  provider: ProviderContext,
  service: Resource['service'],
  signal: AbortSignal,
  progress: (message: string) => void,
): ApplyContext => ({
  client: provider.clients().client(service),
  signal,
  findResource: provider.findResource,
  plannedObject: (resource, id) => provider.plannedObjects?.get(`${resource} ${id}`),
  isReplaced: (resource, values) => provider.plannedObjects?.has(replacementKey(resource, values)) === true,
  progress,
});

/** One resource and what its server needs for every call. */
interface ServedResource {
  readonly resource: Resource;
  readonly provider: ProviderContext;
  readonly operations: ResourceOperations;
  readonly noun: string;
  /** The type in the engine, with the prefix of the provider. */
  readonly type: string;
  context(signal: AbortSignal): ApplyContext;
  identity(state: Values | null): Values | null;
}

/** The values of attributes that inherit from the provider block; unknown while the block is. */
const inheritedValues = ({ resource, provider }: ServedResource, prior: Values | null, config: Values): { organization: string | null } => {
  const section = provider.clients().section(resource.service);
  if (section.unknown.includes('organization')) return { organization: unknown as never };
  const isNeeded = Object.entries(resource.attributes).some(
    ([name, { inherits }]) => inherits && isAbsent(config[name]) && isAbsent(prior?.[name]),
  );
  return { organization: isNeeded ? requireSetting(section, 'organization') : section.organization };
};

const planChange =
  (served: ServedResource): ResourceServer['plan'] =>
  async ({ prior, proposed, config, private: bytes }, { signal }) => {
    const { resource, provider } = served;
    if (proposed === null || config === null)
      return { planned: null, replace: [], private: bytes, diagnostics: warnBeforeDestroy(resource, prior) };
    try {
      const fingerprints = decodePrivateState(bytes);
      const clients = provider.clients();
      if (!clients.isUnknown(resource.service)) clients.client(resource.service);
      const inherited = inheritedValues(served, prior, config);
      const unchanged = await findUnchanged(resource.attributes, prior, config, fingerprints, clients.keepsFingerprints);
      const remembered = { ...fingerprints, unchanged };
      const { state, requiresReplace: replacing } = planResource(resource.attributes, prior, config, remembered, inherited);
      const modification = clients.isUnknown(resource.service)
        ? { diagnostics: [], knownValues: {} }
        : await modifyPlan(resource, prior, state, () => served.context(signal));
      if (referencedResources.has(resource.name) && typeof state['id'] === 'string')
        provider.plannedObjects?.set(`${resource.name} ${state['id']}`, state);
      const requiresReplace = replacing.filter((name) => !modification.unchanged?.includes(name));
      if (requiresReplace.length > 0 && prior !== null) provider.plannedObjects?.set(replacementKey(resource, prior), prior);
      return {
        planned: { ...state, ...modification.knownValues },
        replace: requiresReplace.map((name) => [name]),
        private: encodePrivateState(fingerprints),
        diagnostics: [
          ...(requiresReplace.length > 0 ? warnBeforeDestroy(resource, prior) : []),
          ...(prior === null ? findMissingOnCreate(resource, config) : []),
          ...warnOfLeftAlone(resource, prior, config, fingerprints.configured),
          ...warnWhenKept(resource, prior, config, clients.section(resource.service)),
          ...modification.diagnostics,
        ],
      };
    } catch (error) {
      const diagnostics = [provider.diagnose(error, `plan the ${served.noun}`)];
      return { planned: prior ?? proposed, replace: [], private: bytes, diagnostics };
    }
  };

const destroy = async (
  { provider, operations, noun, context, identity }: ServedResource,
  { prior, private: bytes }: Parameters<ResourceServer['apply']>[0],
  signal: AbortSignal,
): ReturnType<ResourceServer['apply']> => {
  try {
    await operations.delete(prior as Values, context(signal));
    return { state: null, private: undefined, diagnostics: [], identity: null };
  } catch (error) {
    const diagnostics = [provider.diagnose(error, `delete the ${noun}`)];
    return { state: prior, private: bytes, diagnostics, identity: identity(prior) };
  }
};

const applyChange =
  (served: ServedResource): ResourceServer['apply'] =>
  async (input, { signal, abandoned = signal }) => {
    const { resource, provider, operations, noun } = served;
    const { prior, planned, config, private: bytes } = input;
    registerSecrets(resource.attributes, prior);
    registerSecrets(resource.attributes, config);
    const fingerprints = decodePrivateState(bytes);
    if (planned === null || config === null) return destroy(served, input, signal);
    const task = `${prior === null ? 'create' : 'update'} the ${noun}`;
    try {
      const context = prior === null ? createContext(served.context(signal), abandoned) : served.context(signal);
      const { keepsFingerprints } = provider.clients();
      const result = await applyResource(
        resource,
        operations,
        { prior, planned, config, prints: fingerprints, keepsFingerprints },
        context,
      );
      const diagnostics: Diagnostic[] = result.inconsistencies.map(diagnoseInconsistency);
      if (result.error !== undefined) diagnostics.unshift(provider.diagnose(result.error, task));
      return {
        state: result.state,
        private: encodePrivateState(result.fingerprints),
        diagnostics,
        identity: served.identity(result.state),
      };
    } catch (error) {
      return { state: prior, private: bytes, diagnostics: [provider.diagnose(error, task)], identity: served.identity(prior) };
    }
  };

const readState =
  ({ resource, provider, operations, noun, context, identity }: ServedResource): ResourceServer['read'] =>
  async ({ state, private: bytes }, { signal }) => {
    registerSecrets(resource.attributes, state);
    try {
      const next = await refreshResource(
        resource,
        operations,
        { state, prints: decodePrivateState(bytes), keepsFingerprints: provider.clients().keepsFingerprints },
        context(signal),
      );
      return { state: next.state, private: encodePrivateState(next.prints), diagnostics: [], identity: identity(next.state) };
    } catch (error) {
      return { state, private: bytes, diagnostics: [provider.diagnose(error, `read the ${noun}`)], identity: identity(state) };
    }
  };

const importObject =
  ({ resource, provider, operations, noun, type, context, identity }: ServedResource): ResourceServer['import'] =>
  async ({ id, identity: given }, { signal }) => {
    try {
      const key = given && Object.keys(given).length > 0 ? given : await operations.find(id, context(signal));
      const { state, private: bytes } = importedState(resource, key);
      return { imported: [{ type, state, private: bytes, identity: identity(state) }], diagnostics: [] };
    } catch (error) {
      return { imported: [], diagnostics: [provider.diagnose(error, `import the ${noun} "${id}"`)] };
    }
  };

const upgradeStoredState =
  ({ resource, provider, noun }: ServedResource): ResourceServer['upgrade'] =>
  async ({ version, state }) => {
    try {
      return { state: upgradeState(resource, version, state), diagnostics: [] };
    } catch (error) {
      return { state: null, diagnostics: [provider.diagnose(error, `read the stored state of the ${noun}`)] };
    }
  };

const moveState =
  ({ resource, noun, identity }: ServedResource): NonNullable<ResourceServer['move']> =>
  async ({ provider, type, state }) => {
    const source = resource.stateMoves?.find((from) => from.type === type && from.provider.test(provider));
    if (source) {
      const moved = importedState(resource, source.move(state));
      const known = Object.values(identity(moved.state)!).every((value) => value !== null);
      return { ...moved, ...(known ? { identity: identity(moved.state) } : {}), diagnostics: [] };
    }
    const types = resource.stateMoves?.map((from) => from.type).join(', ') || 'no other type';
    const detail = `A ${noun} can be moved from ${types}. Use an \`import\` block, and \`removed\` for the old address.`;
    const diagnostics = [{ severity: 'error' as const, summary: `Cannot move a ${type} of ${provider}`, detail }];
    return { state: null, private: undefined, diagnostics };
  };

/** A declared resource as the plugin protocol serves it. */
export const resourceServer = (resource: Resource, provider: ProviderContext, prefix = ''): ResourceServer => {
  const served: ServedResource = {
    resource,
    provider,
    operations: resourceOperations(resource),
    noun: nounOf(resource.name),
    type: `${prefix}${resource.name}`,
    context: (signal) => createApplyContext(provider, resource.service, signal, provider.log),
    identity: (state) => (state === null ? null : Object.fromEntries(identityNames(resource).map((name) => [name, state[name] ?? null]))),
  };
  return {
    schema: providerSchema(resource, resource.upgrades?.length ?? 0),
    identity: identitySchema(resource),
    validate: async (config) => [...validateConfig(resource, config).map(diagnoseConfigError), ...deprecationWarnings(resource, config)],
    plan: planChange(served),
    apply: applyChange(served),
    read: readState(served),
    generate: (state) => generateConfig(resource, state),
    import: importObject(served),
    upgrade: upgradeStoredState(served),
    // An identity that an older version wrote lacks what is part of it since; the next refresh adds it.
    upgradeIdentity: async ({ identity }) => ({ identity: served.identity(toNewNames(resource.attributes, identity)), diagnostics: [] }),
    move: moveState(served),
  };
};
