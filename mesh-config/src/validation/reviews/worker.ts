/** The thread that validates long reviews, one after the other, until it is terminated. */
import { serveTasks } from '@slipway/schema-tools/threads';
import { useLinearPatterns } from '../schemas/linear-patterns.ts';
import { loadBuiltinSchemas } from '../schemas/load-builtin-schemas.ts';
import type { KindSchemas } from '../schemas/schema-library.ts';
import { reviewBody, type ReviewedBody } from './review-body.ts';
import { fromData, type MissingSchemas, type ReviewTask } from './review-task.ts';

const builtin = loadBuiltinSchemas();
let known: { readonly generation: number; readonly schemas: ReadonlyMap<string, KindSchemas> } | undefined;

serveTasks(async ({ body, generation, schemas: sent }: ReviewTask): Promise<ReviewedBody | MissingSchemas> => {
  if (sent) known = { generation, schemas: fromData(sent, useLinearPatterns) };
  if (known?.generation !== generation) return { missing: 'schemas' };
  const [{ schemas }, loaded] = [known, await builtin];
  return reviewBody(body, { schemas: () => schemas, builtin: () => loaded });
});
