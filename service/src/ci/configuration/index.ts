/**
 * The compiler of pipeline configurations: it reads, checks, compiles and plans them, and computes status transitions. It uses no
 * store, no processes and no network; of files only those of orbs.
 */
export { checkConfiguration, type SchemaCheck } from './check-configuration.ts';
export { type Compilation, type CompilationResult, compileConfiguration, type CompileOptions } from './compile-configuration.ts';
export type * from './configuration.ts';
export { type Expression, ExpressionFault, type ExpressionLookup, parseExpression, type ExpressionValue } from './expression/index.ts';
export type { ConfigurationFinding, ConfigurationDiagnostic } from './configuration-diagnostic.ts';
export { compiledKey } from './compiled-key.ts';
export { configurationLimits } from './configuration-limits.ts';
export { type ParameterValues, findParameterFaults } from './parameter-values.ts';
export { type Pattern, type PatternResult, parsePattern } from './pattern.ts';
export { createPatternBudget, type PatternBudget, PatternsTooCostly } from './pattern-budget.ts';
export { checkOrbText, type OrbCheck } from './orbs/check-orb-text.ts';
export { listOrbFiles, openOrbFolder } from './orbs/orb-folder.ts';
export type { OrbSource } from './orbs/orb-source.ts';
export { OrbPackError, packOrb } from './orbs/pack-orb.ts';
export { type GraphJob, type GraphRequirement, graphWorkflows, type WorkflowGraph } from './plan/workflow-graph.ts';
export { planWorkflows } from './plan/plan-workflows.ts';
export type { PlannedJob, PlannedWorkflow, PlanTarget } from './plan/planned-workflow.ts';
export { ineffectiveSteps } from './elements/step-types.ts';
export { type ConfigurationKey, listConfigurationKeys } from './schema/list-keys.ts';
export { configurationSchema } from './schema/index.ts';
export { parsePrintedConfiguration, readCompiledJob } from './read-compiled-job.ts';
export { hasSkipMarker } from './skip-marker.ts';
export { type ConfigurationDocument, readConfiguration, type DocumentReadResult } from './source/read-configuration.ts';
export { computeTransition, type WorkflowTransition, type JobStatusMap, type StopReason } from './states/workflow-transition.ts';
export {
  isJobOver,
  isWorkflowOver,
  type JobStatus,
  canJobBecome,
  jobStatuses,
  canPipelineBecome,
  type PipelineState,
  pipelineStates,
  type WorkflowStatus,
  canWorkflowBecome,
  workflowStatuses,
} from './states/statuses.ts';
export { isPipelineValueName, pipelineValueNames, type PipelineValues } from './templates/pipeline-values.ts';
export type { SkippedWorkflow } from './workflows/compile-workflows.ts';
