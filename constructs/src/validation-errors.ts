import type { Values } from '@slipway/declarations/declare';
import type { Block } from '@slipway/declarations/derive/json-schema';
import { type AttributePath, formatPath } from '@slipway/declarations/attribute-path';
import { validateConfig } from '@slipway/declarations/derive/validate-config';
import { deprecationWarnings as findDeprecations } from 'slipway/provider/deprecation-warnings';
import { checkRefs, type SourceRepository } from 'slipway/provider/plan-modifiers/trigger-refs';
import { providerBlock } from 'slipway/provider/provider-section';
import * as ciData from '@slipway/declarations/resources/ci/data';
import * as ciEphemerals from '@slipway/declarations/resources/ci/ephemerals';
import * as workspacesEphemerals from '@slipway/declarations/resources/workspaces/ephemerals';
import * as ci from '@slipway/declarations/resources/ci';
import * as workspacesData from '@slipway/declarations/resources/workspaces/data';
import * as workspaces from '@slipway/declarations/resources/workspaces';

export type Form = 'resource' | 'data source' | 'ephemeral' | 'provider';
/** What a construct writes, by the engine's names; what only the engine learns carries the mark of the unknown. */
interface BlockValues {
  readonly [name: string]: unknown;
}

/** The declarations, which built packages contain, so that a rule is written once and reports the same at synthesis and at plan. */
const declaredBlocks: ReadonlyMap<string, Block> = new Map<string, Block>([
  ['provider slipway', providerBlock],
  ...[
    ...Object.values(workspaces),
    ...Object.values(workspacesData),
    ...Object.values(workspacesEphemerals),
    ...Object.values(ci),
    ...Object.values(ciData),
    ...Object.values(ciEphemerals),
  ].map((one) => [`${one.form} slipway_${one.name}`, one as unknown as Block] as const),
]);

export const isDeclared = (form: Form, type: string): boolean => declaredBlocks.has(`${form} ${type}`);

const formatDiagnostic = ({
  path = [],
  summary,
  detail,
}: {
  readonly path?: AttributePath;
  readonly summary: string;
  readonly detail: string;
}): string => {
  const attribute = formatPath(path);
  return `${summary.includes(`"${attribute}"`) || attribute === '' ? '' : `${attribute}: `}${summary}. ${detail}`;
};

/** The certain errors of a block, one sentence each; none for a type that is not ours. */
export const validationErrors = (form: Form, type: string, values: BlockValues): readonly string[] => {
  const block = declaredBlocks.get(`${form} ${type}`);
  if (!block) return [];
  return validateConfig(block, values).map(formatDiagnostic);
};

/** The certain errors of a trigger's refs with regard to its definition; during a plan the service is asked for the definition. */
export const triggerRefErrors = (trigger: BlockValues, definition: BlockValues): readonly string[] => {
  const source = (name: string): SourceRepository => {
    const id = definition[`${name}_repo_external_id`];
    return typeof id === 'string' ? { repo: { external_id: id } } : undefined;
  };
  const sources = { config_source: source('config_source'), checkout_source: source('checkout_source') };
  // Which dialect the service has is not known here; in both, a ref that the event determines has to go.
  return checkRefs(trigger as Values, sources, 'neutral').map(formatDiagnostic);
};

/** The deprecated attributes that a block sets, in the words of the plan. */
export const deprecationWarnings = (form: Form, type: string, values: BlockValues): readonly string[] => {
  const block = declaredBlocks.get(`${form} ${type}`);
  return block ? findDeprecations(block, values).map(({ summary, detail }) => `${summary}: ${detail}`) : [];
};
