import { apply, refresh } from '../apply/apply.ts';
import type { Surroundings } from '../apply/job.ts';
import { verbsOf } from '../apply/verbs-of.ts';
import { isAbsent, nounOf, type Resource, unknown, type Values } from '../declare/index.ts';
import { identityNames, identitySchema, providerSchema, verdict } from '../derive/index.ts';
import { plan } from '../plan/plan.ts';
import { noPrints } from '../plan/write-only.ts';
import type { Diagnostic, ResourceServer } from '../protocol/server.ts';
import { deprecations } from './deprecations.ts';
import { diagnoseBroken, diagnoseFault } from './diagnose.ts';
import type { Diagnose } from './diagnosing.ts';
import { hide } from './hide.ts';
import type { Lines } from './lines.ts';
import { foresee } from './foresee.ts';
import { preflight, stays } from './preflight.ts';
import { readPrivate, writePrivate } from './private.ts';
import { demand } from './section.ts';
import { upgradeState } from './upgrade-state.ts';

export interface Behind {
  lines(): Lines;
  resourceNamed(name: string): Resource;
  log(message: string): void;
  diagnose: Diagnose;
}

export const surroundings = (behind: Behind, service: Resource['service'], signal: AbortSignal, progress: (message: string) => void): Surroundings =>
  ({ line: behind.lines().line(service), signal, resourceNamed: behind.resourceNamed, progress });

/** An object of which only its name is known, from an import or a move: the next read fills in the rest. */
const newcomer = (resource: Resource, known: Values): { state: Values; private: Uint8Array } => ({
  state: Object.fromEntries(Object.entries(resource.attributes).map(([name, { local, default: silence }]) =>
    [name, known[name] ?? (local && typeof silence !== 'symbol' ? silence : null) ?? null])),
  private: writePrivate({ ...noPrints(), imported: true }),
});

/** A declared resource as the protocol wants it: planning, applying, reading and importing by the one engine. */
export const resourceServer = (resource: Resource, behind: Behind, prefix = ''): ResourceServer => {
  const verbs = verbsOf(resource);
  const noun = nounOf(resource.name);
  const around = (signal: AbortSignal) => surroundings(behind, resource.service, signal, behind.log);
  const identityOf = (state: Values | null): Values | null =>
    state === null ? null : Object.fromEntries(identityNames(resource).map((name) => [name, state[name] ?? null]));

  /** What silence inherits; unknown while the provider block is. */
  const inherited = (prior: Values | null, config: Values): { organization: string | null } => {
    const section = behind.lines().section(resource.service);
    const asked = Object.entries(resource.attributes).some(([name, a]) => a.inherits && isAbsent(config[name]) && isAbsent(prior?.[name]));
    if (section.unknown.includes('organization')) return { organization: unknown as never };
    return { organization: asked ? demand(section, 'organization') : section.organization };
  };

  return {
    schema: providerSchema(resource, resource.upgrades?.length ?? 0),
    identity: identitySchema(resource),

    validate: async (config) => [...verdict(resource, config).map(diagnoseFault), ...deprecations(resource, config)],

    plan: async ({ prior, proposed, config, private: bytes }, { signal }) => {
      if (proposed === null || config === null) return { planned: null, replace: [], private: bytes, diagnostics: preflight(resource, prior) };
      try {
        const prints = readPrivate(bytes);
        if (!behind.lines().isUnknown(resource.service)) behind.lines().line(resource.service);
        const { state, replacedBy } = plan(resource.attributes, prior, config, prints, inherited(prior, config));
        const foreseen = await foresee(resource, prior, state, () => around(signal));
        const diagnostics = [
          ...replacedBy.length > 0 ? preflight(resource, prior) : [], ...stays(resource, prior, config, behind.lines().section(resource.service)),
          ...foreseen.diagnostics,
        ];
        return { planned: { ...state, ...foreseen.known }, replace: replacedBy.map((name) => [name]), private: writePrivate(prints), diagnostics };
      } catch (error) { return { planned: prior ?? proposed, replace: [], private: bytes, diagnostics: [behind.diagnose(error, `plan the ${noun}`)] }; }
    },

    apply: async ({ prior, planned, config, private: bytes }, { signal }) => {
      hide(resource.attributes, prior);
      hide(resource.attributes, config);
      const prints = readPrivate(bytes);
      if (planned === null || config === null) {
        try {
          await verbs.delete(prior as Values, around(signal));
          return { state: null, private: undefined, diagnostics: [], identity: null };
        } catch (error) { return { state: prior, private: bytes, diagnostics: [behind.diagnose(error, `delete the ${noun}`)], identity: identityOf(prior) }; }
      }
      const doing = `${prior === null ? 'create' : 'update'} the ${noun}`;
      try {
        const result = await apply(resource, verbs, { prior, planned, config, prints }, around(signal));
        const diagnostics: Diagnostic[] = result.broken.map(diagnoseBroken);
        if (result.error !== undefined) diagnostics.unshift(behind.diagnose(result.error, doing));
        return { state: result.state, private: writePrivate(result.prints), diagnostics, identity: identityOf(result.state) };
      } catch (error) { return { state: prior, private: bytes, diagnostics: [behind.diagnose(error, doing)], identity: identityOf(prior) }; }
    },

    read: async ({ state, private: bytes }, { signal }) => {
      hide(resource.attributes, state);
      try {
        const next = await refresh(resource, verbs, { state, prints: readPrivate(bytes) }, around(signal));
        return { state: next.state, private: writePrivate(next.prints), diagnostics: [], identity: identityOf(next.state) };
      } catch (error) { return { state, private: bytes, diagnostics: [behind.diagnose(error, `read the ${noun}`)], identity: identityOf(state) }; }
    },

    import: async ({ id, identity }, { signal }) => {
      try {
        const found = identity && Object.keys(identity).length > 0 ? identity : await verbs.find(id, around(signal));
        const { state, private: bytes } = newcomer(resource, found);
        return { imported: [{ type: `${prefix}${resource.name}`, state, private: bytes, identity: identityOf(state) }], diagnostics: [] };
      } catch (error) { return { imported: [], diagnostics: [behind.diagnose(error, `import the ${noun} "${id}"`)] }; }
    },

    upgrade: async ({ version, state }) => {
      try { return { state: upgradeState(resource, version, state), diagnostics: [] }; } catch (error) {
        return { state: null, diagnostics: [behind.diagnose(error, `read the stored state of the ${noun}`)] };
      }
    },

    upgradeIdentity: async ({ identity }) => ({ identity, diagnostics: [] }),

    move: async ({ provider, type, state }) => {
      const source = resource.movesFrom?.find((from) => from.type === type && from.provider.test(provider));
      if (!source) {
        const detail = `A ${noun} can be moved from ${resource.movesFrom?.map((from) => from.type).join(', ') || 'no other type'}. Use an \`import\` block, and \`removed\` for the old address.`;
        return { state: null, private: undefined, diagnostics: [{ severity: 'error', summary: `Cannot move a ${type} of ${provider}`, detail }] };
      }
      return { ...newcomer(resource, source.move(state)), diagnostics: [] };
    },
  };
};
