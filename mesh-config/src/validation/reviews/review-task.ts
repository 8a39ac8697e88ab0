import type { SchemaAst } from '@slipway/schema-tools/compiled';
import type { KindSchemas } from '../schemas/schema-library.ts';

/** The schemas of CRDs and overlays as data, by `kindKeyOf`. */
export type KindSchemasAsData = ReadonlyMap<string, Omit<KindSchemas, 'schemas'>>;

/** A review for another thread. */
export interface ReviewTask {
  readonly body: Uint8Array;
  /** Increases with each change of the schemas. */
  readonly generation: number;
  /** Left out where the thread is expected to have those of this generation. */
  readonly schemas?: KindSchemasAsData;
}
/** The thread has no schemas of this generation: the task is to be sent again, with them. */
export interface MissingSchemas {
  readonly missing: 'schemas';
}

/** The parts of the schemas that can be sent to another thread. */
export const toData = (schemas: ReadonlyMap<string, KindSchemas>): KindSchemasAsData =>
  new Map([...schemas].map(([key, { kind, asData, warnings, topLevelFields }]) => [key, { kind, asData, warnings, topLevelFields }]));

/** The schemas that were sent, ready to evaluate. */
export const fromData = (sent: KindSchemasAsData, prepare: (data: SchemaAst) => KindSchemas['schemas'][number]): Map<string, KindSchemas> =>
  new Map([...sent].map(([key, one]) => [key, { ...one, schemas: one.asData.map(prepare) }]));
