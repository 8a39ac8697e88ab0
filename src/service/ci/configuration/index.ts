/** What a pipeline's configuration means: read, checked, compiled, planned, and stepped through. No store, no processes, no network. */
export { checkConfiguration as check, type SchemaCheck as Checked } from './check-configuration.ts';
export {
  type Compilation,
  type CompilationResult,
  compileConfiguration,
  compileWithBudget as compileWithin,
  type CompileOptions as Options,
} from './compile-configuration.ts';
export type * from './configuration.ts';
export { type Expression, ExpressionFault, type Lookup, parseExpression, type Value } from './expression/index.ts';
export type { ConfigurationFinding as Marked, ConfigurationDiagnostic as Told } from './configuration-diagnostic.ts';
export { configurationLimits as limits } from './configuration-limits.ts';
export { type ParameterValues as Given, findParameterFaults as parameterFaults } from './parameter-values.ts';
export { type Pattern, type PatternResult as PatternReading, parsePattern as readPattern } from './pattern.ts';
export { planWorkflows as plan, type PlannedJob, type PlannedWorkflow, type PlanTarget as Revision } from './plan/plan-workflows.ts';
export { ineffectiveSteps as withoutEffect } from './elements/step-types.ts';
export { configurationSchema } from './schema/index.ts';
export { hasSkipMarker as skips } from './skip-marker.ts';
export {
  type ConfigurationDocument as Document,
  readConfiguration as read,
  type DocumentReadResult as Reading,
} from './source/read-configuration.ts';
export {
  computeTransition as next,
  type WorkflowTransition as Next,
  type JobStatusMap as Statuses,
  type StopReason as Stop,
} from './states/workflow-transition.ts';
export {
  isJobOver,
  isWorkflowOver,
  type JobStatus,
  canJobBecome as jobMayBecome,
  jobStatuses,
  canPipelineBecome as pipelineMayBecome,
  type PipelineState,
  pipelineStates,
  type WorkflowStatus,
  canWorkflowBecome as workflowMayBecome,
  workflowStatuses,
} from './states/statuses.ts';
export { isPipelineValueName as isPipelineValue, type PipelineValues } from './templates/pipeline-values.ts';
export type { SkippedWorkflow as LeftOut } from './workflows/compile-workflows.ts';
