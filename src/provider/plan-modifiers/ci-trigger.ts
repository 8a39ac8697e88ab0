import type { ApplyContext } from '../../apply/apply-operation.ts';
import { fillPath } from '../../apply/call-endpoint.ts';
import { lookUp } from '../../apply/look-up.ts';
import { isUnknown, type Values } from '@slipway/declarations/declare';
import { toNeutralDocument } from '@slipway/declarations/dialects';
import type { Diagnostic } from '../../protocol/provider-server.ts';
import type { PlanModifier } from './plan-modifier.ts';
import { checkRefs, type SourceRepository } from './trigger-refs.ts';

interface TriggerDefinition {
  readonly config_source?: SourceRepository & { readonly provider?: unknown };
  readonly checkout_source?: SourceRepository;
}

const attributeError = (name: string, summary: string, detail: string): Diagnostic => ({
  severity: 'error',
  path: [name],
  summary,
  detail,
});
const hostedProviders: readonly unknown[] = ['github_server', 'github_oauth'];

/** Whether new triggers can have this provider, and this preset, in the dialect of the service. */
const checkCreation = (planned: Values, dialect: 'neutral' | 'hosted'): readonly Diagnostic[] => {
  const { event_source_provider: provider, event_preset: preset } = planned;
  if (provider === 'codehost_dc')
    return [
      attributeError(
        'event_source_provider',
        'Triggers of "codehost_dc" cannot be made',
        'The service makes them by itself. Import the trigger, or choose another provider.',
      ),
    ];
  if (dialect === 'neutral' && hostedProviders.includes(provider))
    return [
      attributeError(
        'event_source_provider',
        `Triggers of "${String(provider)}" need the hosted dialect`,
        'Only the hosted service has them. Set `dialect = "hosted"` in the provider\'s `ci` section, or choose another provider.',
      ),
    ];
  if (dialect === 'hosted' && preset === 'only-branch-delete')
    return [attributeError('event_preset', 'The hosted service rejects "only-branch-delete"', 'Choose another preset.')];
  return [];
};

/** A planned definition in the shape of a response; what is not known yet is left out. */
const plannedDefinition = (values: Values): TriggerDefinition => {
  const known = (name: string): any => (isUnknown(values[name]) ? undefined : (values[name] ?? undefined));
  const source = (name: string) => ({
    provider: known(`${name}_provider`),
    repo: { external_id: known(`${name}_repo_external_id`), full_name: known(`${name}_repo_full_name`) },
  });
  return { config_source: source('config_source'), checkout_source: source('checkout_source') };
};

/** The definition after the changes of the same plan. Some definitions can only be read from a list (400). */
const findDefinition = async (planned: Values, context: ApplyContext): Promise<TriggerDefinition> => {
  const id = planned['pipeline_definition_id'] as string;
  const known = context.plannedObject?.('ci_pipeline_definition', id);
  if (known) return plannedDefinition(known);
  const definitions = context.findResource('ci_pipeline_definition');
  const wanted = { ...planned, id };
  const { read, list } = definitions.endpoints;
  const { status, body } = await context.client.read({
    path: fillPath(read!, wanted),
    id,
    list: { path: fillPath(list!, wanted) },
    lookup: true,
    acceptedStatuses: [400, 404],
    signal: context.signal,
  });
  if (status === 200) return toNeutralDocument(body, 'ci') as TriggerDefinition;
  if (status === 404) return {};
  return ((await lookUp(definitions, undefined, wanted, ['id'], context)) ?? {}) as TriggerDefinition;
};

/** Triggers are created for definitions of some providers only. */
const checkDefinition = ({ config_source: source }: TriggerDefinition, dialect: 'neutral' | 'hosted'): readonly Diagnostic[] => {
  const provider = source?.provider;
  if (provider === undefined || provider === 'codehost_app' || (dialect === 'hosted' && hostedProviders.includes(provider))) return [];
  return [
    attributeError(
      'pipeline_definition_id',
      `Triggers cannot be made for definitions of "${String(provider)}"`,
      'The service makes them by itself. Import the trigger, or choose a definition whose configuration is at another provider.',
    ),
  ];
};

/** Checks a trigger against its definition, and that its provider can be created. */
export const modifyTriggerPlan: PlanModifier = async (_, prior, planned, context) => {
  const { project_id: project, pipeline_definition_id: definition, event_source_provider: provider } = planned;
  const isReplaced = ['pipeline_definition_id', 'project_id', 'event_source_provider'].some((name) => prior?.[name] !== planned[name]);
  if (isReplaced || prior?.['event_preset'] !== planned['event_preset']) {
    const errors = provider === 'codehost_dc' && !isReplaced ? [] : checkCreation(planned, context().client.dialect);
    if (errors.length > 0) return errors;
  }
  if (isUnknown(provider) || typeof project !== 'string' || typeof definition !== 'string') return [];
  const names = ['event_source_repo_external_id', 'checkout_ref', 'config_ref'];
  if (!isReplaced && names.every((name) => (prior?.[name] ?? null) === (planned[name] ?? null))) return [];
  const found = await findDefinition(planned, context());
  const { dialect } = context().client;
  return [...(isReplaced ? checkDefinition(found, dialect) : []), ...checkRefs(planned, found, dialect)];
};
