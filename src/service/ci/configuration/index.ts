/** What a pipeline's configuration means: read, checked, compiled, planned, and stepped through. No store, no processes, no network. */
export { check, type Checked } from './check.ts';
export { type Compilation, type CompilationResult, compileConfiguration, compileWithin, type Options } from './compile.ts';
export type * from './configuration.ts';
export { type Expression, ExpressionFault, type Lookup, parseExpression, type Value } from './expression/index.ts';
export type { Marked, Told } from './fault.ts';
export { limits } from './limits.ts';
export { type Given, parameterFaults } from './parameters.ts';
export { type Pattern, type PatternReading, readPattern } from './pattern.ts';
export { plan, type PlannedJob, type PlannedWorkflow, type Revision } from './plan/plan.ts';
export { withoutEffect } from './reuse/step-types.ts';
export { configurationSchema } from './schema/index.ts';
export { skips } from './skips.ts';
export { type Document, read, type Reading } from './source/read.ts';
export { next, type Next, type Statuses, type Stop } from './states/next.ts';
export {
  isJobOver, isWorkflowOver, type JobStatus, jobMayBecome, jobStatuses, pipelineMayBecome, type PipelineState, pipelineStates, type WorkflowStatus, workflowMayBecome, workflowStatuses,
} from './states/statuses.ts';
export { isPipelineValue, type PipelineValues } from './text/pipeline-values.ts';
export type { LeftOut } from './workflow/workflows.ts';
