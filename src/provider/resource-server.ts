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
  behind: ProviderContext,
  service: Resource['service'],
  signal: AbortSignal,
  progress: (message: string) => void,
): ApplyContext => ({ client: behind.clients().client(service), signal, findResource: behind.findResource, progress });

/** An object of which only its name is known, from an import or a move: the next read fills in the rest. */
const importedState = (resource: Resource, known: Values): { state: Values; private: Uint8Array } => ({
  state: Object.fromEntries(
    Object.entries(resource.attributes).map(([name, { local, default: silence }]) => [
      name,
      known[name] ?? (local && typeof silence !== 'symbol' ? silence : null) ?? null,
    ]),
  ),
  private: encodePrivateState({ ...newFingerprints(), imported: true }),
});

/** A declared resource as the protocol wants it: planning, applying, reading and importing by the one engine. */
export const resourceServer = (resource: Resource, behind: ProviderContext, prefix = ''): ResourceServer => {
  const verbs = resourceOperations(resource);
  const noun = nounOf(resource.name);
  const around = (signal: AbortSignal) => createApplyContext(behind, resource.service, signal, behind.log);
  const identityOf = (state: Values | null): Values | null =>
    state === null ? null : Object.fromEntries(identityNames(resource).map((name) => [name, state[name] ?? null]));

  /** What silence inherits; unknown while the provider block is. */
  const inherited = (prior: Values | null, config: Values): { organization: string | null } => {
    const section = behind.clients().section(resource.service);
    const asked = Object.entries(resource.attributes).some(([name, a]) => a.inherits && isAbsent(config[name]) && isAbsent(prior?.[name]));
    if (section.unknown.includes('organization')) return { organization: unknown as never };
    return { organization: asked ? requireSetting(section, 'organization') : section.organization };
  };

  return {
    schema: providerSchema(resource, resource.upgrades?.length ?? 0),
    identity: identitySchema(resource),

    validate: async (config) => [...verdict(resource, config).map(diagnoseConfigError), ...deprecationWarnings(resource, config)],

    plan: async ({ prior, proposed, config, private: bytes }, { signal }) => {
      if (proposed === null || config === null)
        return { planned: null, replace: [], private: bytes, diagnostics: warnBeforeDestroy(resource, prior) };
      try {
        const prints = decodePrivateState(bytes);
        if (!behind.clients().isUnknown(resource.service)) behind.clients().client(resource.service);
        const { state, requiresReplace: replacedBy } = planResource(resource.attributes, prior, config, prints, inherited(prior, config));
        const foreseen = await modifyPlan(resource, prior, state, () => around(signal));
        const diagnostics = [
          ...(replacedBy.length > 0 ? warnBeforeDestroy(resource, prior) : []),
          ...warnWhenKept(resource, prior, config, behind.clients().section(resource.service)),
          ...foreseen.diagnostics,
        ];
        return {
          planned: { ...state, ...foreseen.known },
          replace: replacedBy.map((name) => [name]),
          private: encodePrivateState(prints),
          diagnostics,
        };
      } catch (error) {
        return { planned: prior ?? proposed, replace: [], private: bytes, diagnostics: [behind.diagnose(error, `plan the ${noun}`)] };
      }
    },

    apply: async ({ prior, planned, config, private: bytes }, { signal }) => {
      registerSecrets(resource.attributes, prior);
      registerSecrets(resource.attributes, config);
      const prints = decodePrivateState(bytes);
      if (planned === null || config === null) {
        try {
          await verbs.delete(prior as Values, around(signal));
          return { state: null, private: undefined, diagnostics: [], identity: null };
        } catch (error) {
          return { state: prior, private: bytes, diagnostics: [behind.diagnose(error, `delete the ${noun}`)], identity: identityOf(prior) };
        }
      }
      const doing = `${prior === null ? 'create' : 'update'} the ${noun}`;
      try {
        const result = await applyResource(resource, verbs, { prior, planned, config, prints }, around(signal));
        const diagnostics: Diagnostic[] = result.inconsistencies.map(diagnoseInconsistency);
        if (result.error !== undefined) diagnostics.unshift(behind.diagnose(result.error, doing));
        return { state: result.state, private: encodePrivateState(result.fingerprints), diagnostics, identity: identityOf(result.state) };
      } catch (error) {
        return { state: prior, private: bytes, diagnostics: [behind.diagnose(error, doing)], identity: identityOf(prior) };
      }
    },

    read: async ({ state, private: bytes }, { signal }) => {
      registerSecrets(resource.attributes, state);
      try {
        const next = await refreshResource(resource, verbs, { state, prints: decodePrivateState(bytes) }, around(signal));
        return { state: next.state, private: encodePrivateState(next.prints), diagnostics: [], identity: identityOf(next.state) };
      } catch (error) {
        return { state, private: bytes, diagnostics: [behind.diagnose(error, `read the ${noun}`)], identity: identityOf(state) };
      }
    },

    import: async ({ id, identity }, { signal }) => {
      try {
        const found = identity && Object.keys(identity).length > 0 ? identity : await verbs.find(id, around(signal));
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
