import type { Organization } from '../../access/records.ts';
import { newId } from '../../store/new-id.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireConfigurationOfRun } from '../configuration-versions/run-configuration.ts';
import type { StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { RunContext } from '../runs/run-context.ts';
import type { RunListener } from '../runs/run-listeners.ts';
import { startRun } from '../runs/start-run.ts';
import type { StoredRun } from '../runs/stored.ts';
import type { RunAuthor } from '../runs/stored-parts.ts';
import { resolveExecution } from '../workspaces/execution.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { triggerSourceLink } from './stored.ts';

type WorkspaceRecord = StoredRecord<StoredWorkspace>;

const hasRunsHere = async ({ tx }: RunContext, { scope, body }: WorkspaceRecord): Promise<boolean> => {
  const organization = await tx.getByKey<Organization>('organizations', '', scope);
  const project = await tx.get<StoredProject>('projects', body.project);
  if (!organization || !project) return false;
  return resolveExecution(body.attributes, { organization: organization.body, project: project.body }).mode !== 'local';
};

/** Maximum length of a chain of automatically applied runs that start each other; the next one waits, so that a cycle of triggers stops. */
const maxDepth = 10;

/**
 * The uploader of the configuration that a trigger runs: nobody confirms such a run, so the uploader must have the right to apply.
 * Undefined: it was applied before, or comes from a repository or a module.
 */
const findUploader = async (
  { tx }: RunContext,
  { id }: WorkspaceRecord,
  configuration: StoredRecord<StoredConfigurationVersion>,
): Promise<RunAuthor | undefined> => {
  const { createdBy, ingress } = configuration.body;
  if (!createdBy || ingress) return undefined;
  const { records } = await tx.list<StoredRun>(
    {
      kind: 'runs',
      scope: id,
      body: [
        { path: 'configurationVersion', is: configuration.id },
        { path: 'status', is: 'applied' },
      ],
    },
    { offset: 0, limit: 1, uncounted: true },
  );
  return records.length > 0 ? undefined : createdBy;
};

const startTriggered = async (context: RunContext, target: WorkspaceRecord, source: WorkspaceRecord, run: StoredRecord<StoredRun>) => {
  // A confirmation by a person resets the count.
  const depth = run.body.confirmedBy ? 1 : (run.body.trigger?.depth ?? 0) + 1;
  const applies = target.body.attributes['auto-apply-run-trigger'] === true;
  const configuration = await requireConfigurationOfRun({ ...context, newId }, target);
  const uploader = applies ? await findUploader(context, target, configuration) : undefined;
  // Without the names of the run and its workspace, which readers may not be allowed to see. `triggering-source` has them for those who
  // are.
  const message = 'Triggered by an applied run of another workspace';
  await startRun({ ...context, newId }, target, {
    kind: 'plain',
    message:
      applies && depth > maxDepth ? `${message}. It is not applied by itself: ${maxDepth} runs started each other before it` : message,
    isDestroy: false,
    aim: {},
    autoApply: applies && depth <= maxDepth,
    ...(uploader ? { appliesFor: uploader } : {}),
    configuration,
    source: 'tfe-run-trigger',
    trigger: { run: run.id, workspace: source.id, workspaceName: source.body.name, depth },
  });
};

/** An applied run starts a run in every workspace that its own is a source of, unless runs of that one happen elsewhere. */
export const runTriggering: RunListener = {
  entered: async (context, run, statuses) => {
    if (!statuses.includes('applied')) return;
    const { tx } = context;
    const links = await tx.listLinks(triggerSourceLink, { to: run.body.workspace });
    if (links.length === 0) return;
    const source = await tx.get<StoredWorkspace>('workspaces', run.body.workspace);
    const found = await tx.getMany(
      'run-triggers',
      links.map(({ from }) => from),
    );
    for (const { scope } of found) {
      const target = await tx.get<StoredWorkspace>('workspaces', scope);
      if (source && target && (await hasRunsHere(context, target))) await startTriggered(context, target, source, run);
    }
  },
};
