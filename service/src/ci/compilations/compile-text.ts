import { unavailable } from '../../http/problem.ts';
import type { ParameterValues } from '../configuration/parameter-values.ts';
import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';
import { compilationErrors } from '../pipelines/configure-pipeline.ts';
import type { FindOrbs } from '../orbs/find-published.ts';
import { withPublishedOrbs } from '../orbs/with-published.ts';
import { compileInWorker, TaskAbandoned } from '../threads/index.ts';

export interface CompilationRequest {
  readonly text: string;
  readonly values: PipelineValues;
  readonly parameters: ParameterValues;
  /** The folder of orbs; empty: there is none. */
  readonly orbs: string;
  readonly findOrbs: FindOrbs;
}
/** The compiled text, or why there is none. */
export type CompiledText = { readonly yaml: string } | { readonly errors: readonly string[] };

/** Compiles a text for a request, in a worker thread. 503 when too many wait. Do not call it in a transaction. */
export const compileText = async ({ text, values, parameters, orbs, findOrbs }: CompilationRequest): Promise<CompiledText> => {
  try {
    const options = { pipelineValues: values, parameters };
    const result = await withPublishedOrbs((published) => compileInWorker({ text, orbs, published, options }), findOrbs);
    return 'yaml' in result ? { yaml: result.yaml } : { errors: compilationErrors(result)!.map(({ message }) => message) };
  } catch (error) {
    if (error instanceof TaskAbandoned) throw unavailable(error.message, 5);
    throw error;
  }
};
