import type { PlanJson } from 'slipway/engine/show-json';
import { isRecord } from '@slipway/declarations/record';
import { paintFor } from '../color/colors.ts';
import { renderLink } from '../color/hyperlinks.ts';
import { callsModules, namesAddress } from '../login/login-environment.ts';
import { workspacePage } from '../pages/page-address.ts';
import { type CompletedChanges, countByType, renderChanges } from './changes.ts';
import { formatDuration } from '../quantities.ts';
import { renderMessage } from './follow-apply.ts';
import type { PreparedStack } from './for-each-stack.ts';

export interface ApplyReport {
  readonly plan: PlanJson;
  readonly changes: CompletedChanges;
  /** The time of plan and apply together, without that for the confirmation. */
  readonly milliseconds: number;
  readonly isFinished: boolean;
}
interface CreatedPage {
  readonly name: string;
  readonly address: string;
}

/** The most links of a stack. */
const shownLinks = 5;

/**
 * The pages of workspaces that an apply created, at the service of the environment. A provider block, also one of a module, can name
 * another service: then there are none.
 */
export const listCreatedPages = (
  { folder, environment }: Pick<PreparedStack, 'folder' | 'environment'>,
  { plan, changes }: Pick<ApplyReport, 'plan' | 'changes'>,
): readonly CreatedPage[] => {
  const { SLIPWAY_WORKSPACES_ADDRESS: address } = environment;
  if (!address || namesAddress(folder) || callsModules(folder)) return [];
  return (plan.resource_changes ?? []).flatMap(({ address: resource, type, change: { after } }) => {
    const completed = changes.get(resource);
    const isMade = completed?.kind === 'created' || completed?.kind === 'replaced';
    if (type !== 'slipway_workspace' || !isMade || !isRecord(after)) return [];
    const { name, organization } = after;
    if (typeof name !== 'string' || typeof organization !== 'string') return [];
    return [{ name, address: workspacePage(address, organization, name) }];
  });
};

const renderPages = (pages: readonly CreatedPage[]): string => {
  const links = pages.slice(0, shownLinks).map(({ name, address }) => `  ${renderLink(`workspace ${name}`, address)}\n`);
  const more = pages.length - shownLinks;
  return links.join('') + (more > 0 ? `  and ${more} more: slipway workspace list\n` : '');
};

/** Prints what an apply did, by type, how long it took, and where the new workspaces are; also of an apply that did not finish. */
export function reportApply(stack: PreparedStack, report: ApplyReport, json: boolean): void {
  const { changes, milliseconds, isFinished } = report;
  const pages = listCreatedPages(stack, report);
  const { created, changed, replaced, destroyed } = countByType(changes);
  const text = `${isFinished ? '' : 'Not finished: '}${renderChanges(changes)} in ${formatDuration(milliseconds)}`;
  const seconds = Math.round(milliseconds / 100) / 10;
  const members = { finished: isFinished, seconds, created, changed, replaced, destroyed, pages };
  stack.terminal.write(
    json
      ? renderMessage(stack.name, { '@level': 'info', '@message': text, type: 'stack_summary', ...members })
      : `${paintFor('stdout')('bold', text)}\n${renderPages(pages)}`,
  );
}
