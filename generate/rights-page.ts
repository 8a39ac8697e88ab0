import { customAccess } from './rights/custom-access.ts';
import { organizationRights } from './rights/organization-rights.ts';
import { projectLevels } from './rights/project-levels.ts';
import type { RightsTable } from './rights/rights-table.ts';
import { tokenKinds } from './rights/token-kinds.ts';
import { workspaceLevels } from './rights/workspace-levels.ts';

/** More columns than this are listed instead, row by row. */
const widest = 7;

const toSentenceCase = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

const renderMatrix = ({ columns, rows }: RightsTable): readonly string[] => [
  `| What | ${columns.join(' | ')} |`,
  `|---|${columns.map(() => '---|').join('')}`,
  ...rows.map(
    ({ effect, may }) => `| ${toSentenceCase(effect)} | ${columns.map((one) => (may.includes(one) ? 'yes' : 'no')).join(' | ')} |`,
  ),
];

const renderList = ({ columns, rows }: RightsTable): readonly string[] => [
  '| What | Who may |',
  '|---|---|',
  ...rows.map(({ effect, may }) => {
    const who = columns.filter((one) => may.includes(one)).map((one) => (one === 'owners' ? one : `\`${one}\``));
    return `| ${toSentenceCase(effect)} | ${who.length === columns.length ? 'everybody' : who.join('; ') || 'nobody'} |`;
  }),
];

const renderTable = <C extends string>(table: RightsTable<C>): readonly string[] => {
  const plain = table as unknown as RightsTable;
  return [`## ${table.title}`, '', ...table.about, '', ...(table.columns.length > widest ? renderList(plain) : renderMatrix(plain)), ''];
};

/** docs/rights.md: who may do what in the workspace service. */
export const rightsPage = (): string =>
  [
    '# Who may do what in the workspace service',
    '',
    'The rights of the CI service have [a page of their own](ci-rights.md).',
    '',
    'The tables of this page are the rights of the workspace service. `npm test -- test/service/rights` asks a running service each cell,',
    'by the request that has the effect. They follow the published tables of the hosted service. Where those leave a cell open, or this',
    'service differs, decisions say why: [139](decisions/0139-what-an-organization-token-may-do.md),',
    '[140](decisions/0140-cells-that-are-open.md) and [141](decisions/0141-what-changes-of-a-sensitive-variable.md).',
    '',
    '- Only teams have rights. A user has the rights of all their teams together, and of several levels the highest counts.',
    '- What you may not do does not exist for you: the answer is 404. It is 403 where you see the thing: a forced deletion, a move out of',
    '  a project, a forced start of a run that waits for nothing, an account that a token does not have. It is 422 at a member of a',
    '  document that names what you do not see, or that gives what you do not have.',
    '- Who administers a thing gives access to it, up to their own rights, and to teams that they see.',
    '- Nobody gives a right that they do not have, not by adding a member to a team either',
    '  ([decision 38](decisions/0038-who-gives-rights.md)).',
    '- Who may plan runs code with the variables and the state of the workspace. The right protects from accidents, not from attackers.',
    '',
    ...renderTable(workspaceLevels),
    ...renderTable(customAccess),
    ...renderTable(projectLevels),
    ...renderTable(organizationRights),
    ...renderTable(tokenKinds),
    '## Sensitive values',
    '',
    'Nobody reads the value of a sensitive variable, owners included. Of a sensitive variable, a sensitive parameter of a policy set and a',
    'sensitive variable of module tests, only the value can be changed: another key, category, description or `hcl` is refused with 422.',
    'Delete it and create it again.',
    '',
  ].join('\n');
