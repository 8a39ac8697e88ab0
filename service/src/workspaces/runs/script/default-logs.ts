import type { ResourceCounts } from '../stored-parts.ts';
import type { StoredRun } from '../stored.ts';
import { parseAddress, type PlannedResource, type ResourceAction } from './default-plan.ts';

/** One entry of a log: a message for people, and members for programs. */
interface LogLine {
  readonly message: string;
  readonly level?: 'error';
  readonly members: { readonly type: string; readonly [name: string]: unknown };
}
interface LogFormat {
  readonly structured: boolean;
  readonly engineVersion: string;
}

export const readLogFormat = ({ structured = true, engineVersion = '1.11.4' }: StoredRun): LogFormat => ({ structured, engineVersion });

const renderLine = (line: LogLine, at: Date): string =>
  `${JSON.stringify({
    '@level': line.level ?? 'info',
    '@message': line.message,
    '@module': 'terraform.ui',
    '@timestamp': at.toISOString(),
    ...line.members,
  })}\n`;

const renderLines = ({ structured }: LogFormat, lines: readonly LogLine[], at: Date): string =>
  structured
    ? lines.map((line) => renderLine(line, at)).join('')
    : lines.map(({ message, level }) => (level === 'error' ? `\nError: ${message}\n` : `${message}\n`)).join('');

/** The head of every log. The engine that follows an apply drops these three lines of a text, or the first three JSON lines. */
export const renderLogHead = (format: LogFormat, at: Date): string =>
  format.structured
    ? renderLine(
        { message: `Terraform ${format.engineVersion}`, members: { terraform: format.engineVersion, type: 'version', ui: '1.2' } },
        at,
      )
    : `Terraform v${format.engineVersion}\non linux_amd64\nInitializing plugins and modules...\n`;

const renderResource = (address: string) => {
  const { module, type, name, key } = parseAddress(address);
  return {
    addr: address,
    module,
    resource: module === '' ? address : address.slice(module.length + 1),
    implied_provider: type.split('_', 1)[0],
    resource_type: type,
    resource_name: name,
    resource_key: key,
  };
};

const planWords: { readonly [action in ResourceAction]: string } = {
  create: 'Plan to create',
  update: 'Plan to update',
  delete: 'Plan to delete',
  replace: 'Plan to replace',
};

const summarizeChanges = (operation: 'plan' | 'apply' | 'destroy', message: string, counts: ResourceCounts): LogLine => ({
  message,
  members: {
    changes: { add: counts.additions, change: counts.changes, import: counts.imports, remove: counts.destructions, operation },
    type: 'change_summary',
  },
});

const describePlan = ({ additions, changes, destructions, imports }: ResourceCounts, hasChanges: boolean): string =>
  hasChanges
    ? `Plan: ${imports > 0 ? `${imports} to import, ` : ''}${additions} to add, ${changes} to change, ${destructions} to destroy.`
    : 'No changes. Your infrastructure matches the configuration.';

const scriptedError = (phase: string): LogLine => ({
  message: `The ${phase} failed, as its script says.`,
  level: 'error',
  members: {
    type: 'diagnostic',
    diagnostic: { severity: 'error', summary: `The ${phase} failed, as its script says.`, detail: '' },
  },
});

/** The rest of a plan's log, after its head. */
export const renderPlanLog = (
  format: LogFormat,
  plan: { readonly counts: ResourceCounts; readonly hasChanges: boolean; readonly isErrored: boolean },
  resources: readonly PlannedResource[],
  at: Date,
): string => {
  const planned = resources.map(({ address, action }): LogLine => {
    const members = { change: { resource: renderResource(address), action }, type: 'planned_change' };
    return { message: `${address}: ${planWords[action]}`, members };
  });
  const end = plan.isErrored ? scriptedError('plan') : summarizeChanges('plan', describePlan(plan.counts, plan.hasChanges), plan.counts);
  return renderLines(format, [...planned, end], at);
};

const applyWords: { readonly [action in ResourceAction]: readonly [doing: string, done: string] } = {
  create: ['Creating...', 'Creation complete after 0s'],
  update: ['Modifying...', 'Modifications complete after 0s'],
  delete: ['Destroying...', 'Destruction complete after 0s'],
  replace: ['Replacing...', 'Replacement complete after 0s'],
};

const describeApply = (isDestroy: boolean, { additions, changes, destructions, imports }: ResourceCounts): string =>
  isDestroy
    ? `Destroy complete! Resources: ${destructions} destroyed.`
    : `Apply complete! Resources: ${imports > 0 ? `${imports} imported, ` : ''}${additions} added, ${changes} changed, ` +
      `${destructions} destroyed.`;

/** The rest of an apply's log, after its head. It begins with the two lines that readers of JSON drop. */
export const renderApplyLog = (
  format: LogFormat,
  apply: { readonly counts: ResourceCounts; readonly isDestroy: boolean; readonly isErrored: boolean },
  resources: readonly PlannedResource[],
  at: Date,
): string => {
  const droppable: readonly LogLine[] = ['Reading the plan', 'The plan is read'].map((message) => ({ message, members: { type: 'log' } }));
  const steps = resources.flatMap(({ address, action }): LogLine[] => {
    const [doing, done] = applyWords[action];
    const hook = { resource: renderResource(address), action };
    return [
      { message: `${address}: ${doing}`, members: { hook, type: 'apply_start' } },
      { message: `${address}: ${done}`, members: { hook: { ...hook, elapsed_seconds: 0 }, type: 'apply_complete' } },
    ];
  });
  const operation = apply.isDestroy ? 'destroy' : 'apply';
  const end = apply.isErrored
    ? scriptedError('apply')
    : summarizeChanges(operation, describeApply(apply.isDestroy, apply.counts), apply.counts);
  return renderLines(format, [...(format.structured ? droppable : []), ...steps, end], at);
};
