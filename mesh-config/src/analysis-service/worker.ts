/** The thread that validates long documents for the analysis, one after the other, until it is terminated. */
import { serveTasks } from '@slipway/schema-tools/threads';
import { fromData } from '../validation/reviews/review-task.ts';
import { useLinearPatterns } from '../validation/schemas/linear-patterns.ts';
import type { KindSchemas } from '../validation/schemas/schema-library.ts';
import { judgeDocumentOf, type JudgeResult, type JudgeTask } from './judge-task.ts';
import { createSchemaProvider } from './schema-provider.ts';

let known: { readonly generation: number; readonly schemas: ReadonlyMap<string, KindSchemas> } | undefined;
const provideSchemas = createSchemaProvider(() => known?.schemas ?? new Map());

serveTasks(async (task: JudgeTask): Promise<JudgeResult> => {
  if (task.schemas) known = { generation: task.generation, schemas: fromData(task.schemas, useLinearPatterns) };
  if (known?.generation !== task.generation) return { missing: 'schemas' };
  return judgeDocumentOf(task, (await provideSchemas()).get(task.collection) ?? []);
});
