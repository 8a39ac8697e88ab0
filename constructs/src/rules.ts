import { type Judged, verdict } from '../../src/derive/verdict.ts';
import { spelledPath } from '../../src/derive/path.ts';
import { type Block, type JsonSchema, jsonSchema } from '../../src/derive/json-schema.ts';
import { providerAttributes } from '../../src/provider/section.ts';
import * as workspacesData from '../../src/resources/workspaces/data/index.ts';
import * as workspaces from '../../src/resources/workspaces/index.ts';

export type Form = 'resource' | 'data source' | 'ephemeral' | 'provider';

/** The declarations themselves: built packages carry them, so that a rule is written once and says at synthesis what it says at plan. */
const declared: ReadonlyMap<string, Block> = new Map<string, Block>([
  ['provider slipway', { name: 'slipway', form: 'provider', doc: '', attributes: providerAttributes }],
  ...[...Object.values(workspaces), ...Object.values(workspacesData)].map((one) => [`${one.form} slipway_${one.name}`, one as unknown as Block] as const),
]);

export const isDeclared = (form: Form, type: string): boolean => declared.has(`${form} ${type}`);

/** What is certainly wrong with a block, a sentence each, at its attribute. Nothing is said of a type that is not ours. */
export const faultsOf = (form: Form, type: string, values: { readonly [name: string]: unknown }): readonly string[] =>
  verdict((declared.get(`${form} ${type}`) ?? { attributes: {} }) as Judged, declared.has(`${form} ${type}`) ? values : {})
    .map(({ path, summary, detail }) => `${summary.includes(`"${spelledPath(path)}"`) ? summary : `${spelledPath(path)}: ${summary}`}. ${detail}`);

/** The schema of what may be written in such a block, deprecations included. */
export const schemaOf = (form: Form, type: string): JsonSchema | undefined => {
  const block = declared.get(`${form} ${type}`);
  return block && jsonSchema(block);
};
