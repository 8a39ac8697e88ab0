import type { StoredRecord, Transaction } from '../../store/store.ts';
import { renderLogHead, renderPlanLog } from '../runs/script/default-logs.ts';
import { createProviderSchemas, parseAddress, type PlannedResource } from '../runs/script/default-plan.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { type AssessmentScript, readAssessmentScript } from './assessment-script.ts';
import type { AssessmentFigures, AssessmentReport } from './finish-assessment.ts';
import type { StoredAssessment } from './stored.ts';

/** Maximum number of resources in the documents; the figures have the actual number. */
const maxListed = 100;

const renderDrift = ({ address }: PlannedResource) => {
  const { type, name, key } = parseAddress(address);
  return {
    address,
    mode: 'managed',
    type,
    name,
    index: key,
    provider_name: 'terraform.io/builtin/terraform',
    change: {
      actions: ['update'],
      before: { id: `id-of-${address}`, input: 'configured' },
      after: { id: `id-of-${address}`, input: 'changed outside' },
      after_unknown: {},
      before_sensitive: {},
      after_sensitive: {},
    },
  };
};

const createDriftJson = ({ engineVersion, createdAt }: StoredAssessment, drifted: readonly PlannedResource[]) => ({
  format_version: '1.2',
  terraform_version: engineVersion,
  planned_values: { root_module: {} },
  resource_drift: drifted.map(renderDrift),
  resource_changes: [],
  output_changes: {},
  configuration: { root_module: {} },
  relevant_attributes: [],
  checks: [],
  timestamp: createdAt,
  applyable: false,
  complete: true,
  errored: false,
});

const createFigures = ({ drifted = 0, undrifted, checks = {} }: AssessmentScript, managed: number): AssessmentFigures => ({
  resourcesDrifted: drifted,
  resourcesUndrifted: undrifted ?? Math.max(0, managed - drifted),
  checksPassed: checks.passed ?? 0,
  checksFailed: checks.failed ?? 0,
  checksErrored: checks.errored ?? 0,
  checksUnknown: checks.unknown ?? 0,
});

/** The report of an assessment by its script, completed with default values. */
export const reportByScript = async (
  tx: Transaction,
  { id, body }: StoredRecord<StoredAssessment>,
  at: Date,
): Promise<AssessmentReport> => {
  const script = await readAssessmentScript(tx, body.workspace, id);
  const format = { structured: true, engineVersion: body.engineVersion };
  const isErrored = script.error !== undefined;
  const count = Math.min(script.drifted ?? 0, maxListed);
  const resources = Array.from({ length: count }, (_, index): PlannedResource => ({
    address: `terraform_data.example[${index}]`,
    action: 'update',
  }));
  const counts = { additions: 0, changes: 0, destructions: 0, imports: 0 };
  const log = script.log ?? renderLogHead(format, at) + renderPlanLog(format, { counts, hasChanges: false, isErrored }, [], at);
  if (script.error !== undefined) return { error: script.error, log };
  const managed = (await tx.get<StoredWorkspace>('workspaces', body.workspace))?.body.resourceCount ?? 0;
  return {
    log,
    figures: createFigures(script, managed),
    json: script.json ?? createDriftJson(body, resources),
    schemas: script.schemas ?? createProviderSchemas(resources),
  };
};
