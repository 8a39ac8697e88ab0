import { jsonContent } from '../../http/body-schemas.ts';
import { bool, int, string, time } from '@slipway/declarations/declare';
import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext, RouteResponse } from '../../http/route.ts';
import { computed, noun, type NounLookup } from '../../nouns/declaration.ts';
import type { NounBody, NounRecord } from '../../nouns/noun-record.ts';
import { underWorkspace } from '../../nouns/parents/under-workspace.ts';
import { loaded, toParent } from '../../nouns/relationships/relationship.ts';
import { readRunDocument, type RunDocumentName } from '../runs/run-documents.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { showAssessmentLog } from './log-output.ts';
import type { StoredAssessment, StoredAssessmentResult } from './stored.ts';

const itemPath = '/assessment-results/{assessment_result_id}';
const bodyOf = ({ body }: NounRecord): StoredAssessmentResult => body as StoredAssessmentResult;

const missing = ({ id }: NounRecord, what: string) => notFound(`the ${what} of the assessment result ${id}`);

/** Shows a document of an assessment. Plans contain values, so only administrators of the workspace can read them, as for runs. */
const showDocument =
  (name: RunDocumentName, what: string, isShown: (workspace: StoredWorkspace) => boolean = () => true) =>
  async (ctx: RequestContext, record: NounRecord): Promise<RouteResponse> => {
    const workspace = await ctx.tx.get<StoredWorkspace>('workspaces', record.scope);
    if (!workspace) throw missing(record, what);
    await requireWorkspaceRight(ctx, 'read-plan-json', workspace, `the assessment result ${record.id}`);
    const assessment = await ctx.tx.get<StoredAssessment>('assessments', bodyOf(record).source);
    const isKept = assessment?.body.backingData === undefined && isShown(workspace.body);
    const text = isKept ? await readRunDocument(ctx.tx, { workspace: record.scope, phase: bodyOf(record).source }, name) : undefined;
    if (text === undefined) throw missing(record, what);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(text) };
  };

const describeJson = (summary: string): { readonly description: OperationDescription } => ({
  description: { summary, responses: { 200: jsonContent({ type: 'object', additionalProperties: true }) } },
});
const count = (doc: string) => computed(int, `${doc} Null if it failed.`);

const findCurrent: NounLookup['find'] = async (ctx) => {
  const { id, body } = await requireWorkspace(ctx, 'read-assessment-results');
  const result = body.assessment?.result ? await ctx.tx.get<NounBody>('assessment-results', body.assessment.result) : undefined;
  if (!result) throw notFound(`an assessment result of ${id}`);
  return result;
};

export const assessmentResult = noun('assessment-results', {
  doc: 'What an assessment of a workspace found: drift of resources, and checks of the configuration.',
  label: 'assessment result',
  idPrefix: 'asmtres',
  itemPath,
  parents: [underWorkspace({ read: 'read-assessment-results', write: 'manage-assessments' })],
  operations: ['read'],
  attributes: {
    succeeded: computed(bool, 'Whether the assessment came to its end.'),
    'error-message': computed(string, 'Why it failed.'),
    drifted: computed(bool, 'Whether resources were changed outside.'),
    'resources-drifted': count('How many were.'),
    'resources-undrifted': count('How many were not.'),
    'all-checks-succeeded': computed(bool, 'Whether no check failed.'),
    'checks-passed': count('Checks that passed.'),
    'checks-failed': count('Checks that failed.'),
    'checks-errored': count('Checks that could not be evaluated.'),
    'checks-unknown': count('Checks whose result is not known.'),
    'created-at': computed(time, 'When it was found.'),
  },
  relationships: {
    workspace: toParent('workspaces', 'The workspace.'),
    source: loaded('assessments', 'The assessment.', async (_, records) => new Map(records.map((one) => [one.id, bodyOf(one).source]))),
  },
  links: (record) => {
    const self = `/api/v2/assessment-results/${record.id}`;
    const { succeeded } = bodyOf(record);
    return {
      'json-output': succeeded ? `${self}/json-output` : null,
      'json-schema': succeeded ? `${self}/json-schema` : null,
      'sanitized-plan': null,
      'log-output': `${self}/log-output`,
    };
  },
  actions: [
    {
      endpoint: `GET ${itemPath}/json-output`,
      access: 'read',
      handle: showDocument('json', 'JSON'),
      options: describeJson('Shows the plan of an assessment as JSON, with its drift.'),
    },
    {
      endpoint: `GET ${itemPath}/json-schema`,
      access: 'read',
      handle: showDocument('schemas', 'schema'),
      options: describeJson('Shows the schemas of the providers of an assessment.'),
    },
    {
      endpoint: `GET ${itemPath}/sanitized-plan`,
      access: 'read',
      handle: showDocument('redacted', 'sanitized plan', ({ attributes }) => attributes['hyok-enabled'] === true),
      options: describeJson('Shows the plan of an assessment without sensitive values, where `hyok-enabled` of the workspace is true.'),
    },
    showAssessmentLog(itemPath),
  ],
  lookups: [
    {
      endpoint: 'GET /workspaces/{workspace_id}/current-assessment-result',
      doc: 'Shows the latest assessment result of a workspace.',
      find: findCurrent,
    },
  ],
});
