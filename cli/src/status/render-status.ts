import { relative } from 'node:path';
import type { Paint } from '../color/colors.ts';
import { formatCount } from '../quantities.ts';
import type { ServiceStatus, StackStatus } from './examine-status.ts';
import { readLimit } from './service-status.ts';

/** The most runs and locks that are printed by name. */
const shown = 10;
const cut = (lines: readonly string[]): readonly string[] =>
  lines.length > shown ? [...lines.slice(0, shown), `and ${lines.length - shown} more`] : lines;

const renderStack = ({ name, place, isReadable, serial, at, resources, openRuns }: StackStatus, width: number): string => {
  const where = place.startsWith('/') ? relative(process.cwd(), place) : place;
  const state =
    serial === null
      ? isReadable
        ? 'not deployed'
        : 'only the engine reads it'
      : `serial ${serial}, ${formatCount(resources ?? 0, 'resource')}, ${at}`;
  const runs = openRuns ? `, ${formatCount(openRuns, 'run')} not finished` : '';
  return `${name.padEnd(width)}  ${state}${runs} (${where})`;
};

const renderStacks = (stacks: readonly StackStatus[] | undefined): readonly string[] => {
  if (!stacks) return ['no app here, or nothing was synthesized yet'];
  const width = Math.max(0, ...stacks.map(({ name }) => name.length));
  return stacks.map((stack) => renderStack(stack, width));
};

/** A block for each question: service, login, organization, runs, locks, stacks. */
export const renderStatus = (status: ServiceStatus, paint: Paint): string => {
  const { address, product, organization, account, runs, locked, isPartial, stacks } = status;
  const waiting = runs.filter(({ waitsForConfirmation }) => waitsForConfirmation);
  const rights = [account.may, account.mayNot].map((words) => words.join(', '));
  const facts: readonly (readonly [label: string, lines: readonly string[]])[] = [
    ['service', [`${address} (${product})`]],
    ['organization', [organization]],
    ['login', [account.name, ...(rights[0] ? [`may ${rights[0]}`] : []), ...(rights[1] ? [`may not ${rights[1]}`] : [])]],
    [
      'runs',
      [
        `${runs.length} not finished, of these ${waiting.length} wait for a confirmation`,
        ...cut(waiting.map(({ id, workspace }) => paint('yellow', `${id} of workspace ${workspace}: slipway run confirm ${id}`))),
      ],
    ],
    ['locks', locked.length === 0 ? ['none'] : cut(locked.map((name) => paint('yellow', `workspace ${name}`)))],
    ...(isPartial ? ([['note', [`only the first ${readLimit} runs and workspaces were read`]]] as const) : []),
    ['stacks', renderStacks(stacks)],
  ];
  return facts.flatMap(([label, lines]) => lines.map((line, at) => `${(at === 0 ? label : '').padEnd(12)}  ${line}`)).join('\n');
};
