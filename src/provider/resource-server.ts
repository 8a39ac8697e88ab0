import { applyResource, refreshResource } from '../apply/apply-resource.ts';
import type { ApplyContext } from '../apply/apply-operation.ts';
import { resourceOperations } from '../apply/resource-operations.ts';
import { isAbsent, nounOf, type Resource, toNewNames, unknown, type Values } from '../declare/index.ts';
import { identityNames, identitySchema, providerSchema, verdict } from '../derive/index.ts';
import { planResource } from '../plan/plan-resource.ts';
import { newFingerprints } from '../plan/write-only.ts';
import type { Diagnostic, ResourceServer } from '../protocol/provider-server.ts';
import { deprecationWarnings } from './deprecation-warnings.ts';
import { diagnoseInconsistency, diagnoseConfigError } from './diagnose.ts';
import type { Diagnoser } from './diagnoser.ts';
import { registerSecrets } from './register-secrets.ts';
import type { ServiceClients } from './service-clients.ts';
import { modifyPlan } from './modify-plan.ts';
import { warnBeforeDestroy, warnWhenKept } from './destroy-warnings.ts';
import { decodePrivateState, encodePrivateState } from './private-state.ts';
import { requireSetting } from './provider-section.ts';
import { upgradeState } from './upgrade-state.ts';

export interface ProviderContext {
  clients(): ServiceClients;
  findResource(name: string): Resource;
  log(message: string): void;
  diagnose: Diagnoser;
}

export const createApplyContext = (
  provider: ProviderContext,
  service: Resource['service'],
  signal: AbortSignal,
  progress: (message: string) => void,
): ApplyContext => ({ client: provider.clients().client(service), signal, findResource: provider.findResource, progress });

/** An object of which only its name is known, from an import or a move: the next read fills in the rest. */
const importedState = (resource: Resource, known: Values): { state: Values; private: Uint8Array } => ({
  state: Object.fromEntries(
    Object.entries(resource.attributes).map(([name, { local, default: defaultValue }]) => [
      name,
      known[name] ?? (local && typeof defaultValue !== 'symbol' ? defaultValue : null) ?? null,
    ]),
  ),
  private: encodePrivateState({ ...newFingerprints(), imported: true }),
});

/** A declared resource as the protocol wants it: planning, applying, reading and importing by the one engine. */
export const resourceServer = (resource: Resource, behind: ProviderContext, prefix = ''): ResourceServer => {
  const operations = resourceOperations(resource);
  const noun = nounOf(resource.name);
  const context = (signal: AbortSignal) => createApplyContext(behind, resource.service, signal, behind.log);
  const identityOf = (state: Values | null): Values | null =>
    state === null ? null : Object.fromEntries(identityNames(resource).map((name) => [name, state[name] ?? null]));

  /** What silence inherits; unknown while the provider block is. */
  const inherited = (prior: Values | null, config: Values): { organization: string | null } => {
    const section = behind.clients().section(resource.service);
    const names = Object.entries(resource.attributes).some(([name, a]) => a.inherits && isAbsent(config[name]) && isAbsent(prior?.[name]));
    if (section.unknown.includes('organization')) return { organization: unknown as never };
    return { organization: names ? requireSetting(section, 'organization') : section.organization };
  };

  return {
    schema: providerSchema(resource, resource.upgrades?.length ?? 0),
    identity: identitySchema(resource),

    validate: async (config) => [...verdict(resource, config).map(diagnoseConfigError), ...deprecationWarnings(resource, config)],

    plan: async ({ prior, proposed, config, private: bytes }, { signal }) => {
      if (proposed === null || config === null)
        return { planned: null, replace: [], private: bytes, diagnostics: warnBeforeDestroy(resource, prior) };
      try {
        const fingerprints = decodePrivateState(bytes);
        if (!behind.clients().isUnknown(resource.service)) behind.clients().client(resource.service);
        const { state, requiresReplace: requiresReplace } = planResource(resource.attributes, prior, config, fingerprints, inherited(prior, config));
        const modification = await modifyPlan(resource, prior, state, () => context(signal));
        const diagnostics = [
          ...(requiresReplace.length > 0 ? warnBeforeDestroy(resource, prior) : []),
          ...warnWhenKept(resource, prior, config, behind.clients().section(resource.service)),
          ...modification.diagnostics,
        ];
        return {
          planned: { ...state, ...modification.knownValues },
          replace: requiresReplace.map((name) => [name]),
          private: encodePrivateState(fingerprints),
          diagnostics,
        };
      } catch (error) {
        return { planned: prior ?? proposed, replace: [], private: bytes, diagnostics: [behind.diagnose(error, `plan the ${noun}`)] };
      }
    },

    apply: async ({ prior, planned, config, private: bytes }, { signal }) => {
      registerSecrets(resource.attributes, prior);
      registerSecrets(resource.attributes, config);
      const fingerprints = decodePrivateState(bytes);
      if (planned === null || config === null) {
        try {
          await operations.delete(prior as Values, context(signal));
          return { state: null, private: undefined, diagnostics: [], identity: null };
        } catch (error) {
          return { state: prior, private: bytes, diagnostics: [behind.diagnose(error, `delete the ${noun}`)], identity: identityOf(prior) };
        }
      }
      const task = `${prior === null ? 'create' : 'update'} the ${noun}`;
      try {
        const result = await applyResource(resource, operations, { prior, planned, config, prints: fingerprints }, context(signal));
        const diagnostics: Diagnostic[] = result.inconsistencies.map(diagnoseInconsistency);
        if (result.error !== undefined) diagnostics.unshift(behind.diagnose(result.error, task));
        return { state: result.state, private: encodePrivateState(result.fingerprints), diagnostics, identity: identityOf(result.state) };
      } catch (error) {
        return { state: prior, private: bytes, diagnostics: [behind.diagnose(error, task)], identity: identityOf(prior) };
      }
    },

    read: async ({ state, private: bytes }, { signal }) => {
      registerSecrets(resource.attributes, state);
      try {
        const next = await refreshResource(resource, operations, { state, prints: decodePrivateState(bytes) }, context(signal));
        return { state: next.state, private: encodePrivateState(next.prints), diagnostics: [], identity: identityOf(next.state) };
      } catch (error) {
        return { state, private: bytes, diagnostics: [behind.diagnose(error, `read the ${noun}`)], identity: identityOf(state) };
      }
    },

    import: async ({ id, identity }, { signal }) => {
      try {
        const found = identity && Object.keys(identity).length > 0 ? identity : await operations.find(id, context(signal));
        const { state, private: bytes } = importedState(resource, found);
        return { imported: [{ type: `${prefix}${resource.name}`, state, private: bytes, identity: identityOf(state) }], diagnostics: [] };
      } catch (error) {
        return { imported: [], diagnostics: [behind.diagnose(error, `import the ${noun} "${id}"`)] };
      }
    },

    upgrade: async ({ version, state }) => {
      try {
        return { state: upgradeState(resource, version, state), diagnostics: [] };
      } catch (error) {
        return { state: null, diagnostics: [behind.diagnose(error, `read the stored state of the ${noun}`)] };
      }
    },

    upgradeIdentity: async ({ identity }) => ({ identity: toNewNames(resource.attributes, identity), diagnostics: [] }),

    move: async ({ provider, type, state }) => {
      const source = resource.stateMoves?.find((from) => from.type === type && from.provider.test(provider));
      if (!source) {
        const detail = `A ${noun} can be moved from ${resource.stateMoves?.map((from) => from.type).join(', ') || 'no other type'}. Use an \`import\` block, and \`removed\` for the old address.`;
        return {
          state: null,
          private: undefined,
          diagnostics: [{ severity: 'error', summary: `Cannot move a ${type} of ${provider}`, detail }],
        };
      }
      return { ...importedState(resource, source.move(state)), diagnostics: [] };
    },
  };
};
