import type { Values } from '../../declare/index.ts';
import { noCodeWorkspace } from '../../resources/workspaces/index.ts';
import type { Line } from '../line.ts';
import { ask, bodyOf, type Options, type PathOf, type Told } from './ask.ts';
import { asAsked, documentIn, encode, type New } from './documents.ts';
import { type NewVariable, variableDocuments } from './variables.ts';
import { documentNamed, type Workspace, workspaceIn } from './workspaces.ts';

const { variables: _, module_version: __, upgrade_timeout: ___, force_delete: ____, no_code_module_id: _____, ...attributes } = noCodeWorkspace.attributes;

export type NewNoCodeWorkspace = New<typeof attributes> & { readonly variables?: readonly NewVariable[] };
/** `id` is that of its run. */
export interface WorkspaceUpgrade { readonly id: string; readonly status: string; readonly plan_url: string | null; readonly workspace_id: string | null }

type Related = { readonly [name: string]: { readonly data?: { readonly id?: string } | null } | undefined };
const relatedId = (document: Values | null, name: string): string | null => ((document?.['relationships'] ?? {}) as Related)[name]?.data?.id ?? null;

const upgradeIn = (answer: Told): WorkspaceUpgrade => {
  const data = documentIn(answer);
  const { status, 'plan-url': planUrl } = (data['attributes'] ?? {}) as Values;
  return { id: data['id'], status: String(status), plan_url: typeof planUrl === 'string' ? planUrl : null, workspace_id: relatedId(data, 'workspace') };
};

const body = ({ variables = [], ...said }: NewNoCodeWorkspace) => {
  const { project_id, auto_apply, ...rest } = said;
  const { data } = encode('workspaces', attributes, rest, { relationships: {
    ...(project_id ? { project: { data: { id: project_id, type: 'project' } } } : {}),
    ...(variables.length > 0 ? { vars: variableDocuments(variables) } : {}),
  } });
  // This one attribute is spelled with an underscore (spec 1, no-code create).
  if (auto_apply !== undefined && auto_apply !== null) data['attributes'] = { ...data['attributes'] as object, auto_apply };
  return { data };
};

const ready = /^(pending|fetching|planning|planned|cost_estimated|policy_\w+)$/;

/** Workspaces made of a no-code module, and their upgrade in three steps: start, read until it is planned, confirm. */
export const noCodeWorkspaces = (line: Line) => ({
  createWorkspace: async (id: string, said: NewNoCodeWorkspace, options: Options = {}): Promise<Workspace> => {
    const { variables: _, ...told } = said;
    const found = async () => {
      const organization = relatedId(bodyOf(await ask(line, 'noCodeModules.read', { id })).data, 'organization') ?? line.organization;
      return organization === null ? null : asAsked(attributes, told, await documentNamed(line, organization, said.name));
    };
    return workspaceIn(await ask(line, 'noCodeModules.createWorkspace', { id }, { body: body(said), found, ...options }));
  },
  /** An upgrade whose answer was lost is not started again: the error says so, and the workspace shows its run. */
  startUpgrade: async (no_code_module_id: string, id: string, variables: readonly NewVariable[], options: Options = {}): Promise<WorkspaceUpgrade> => {
    const body = { data: { type: 'workspaces', relationships: { vars: variableDocuments(variables) } } };
    return upgradeIn(await ask(line, 'noCodeModules.startUpgrade', { no_code_module_id, id }, { body, ...options }));
  },
  readUpgrade: async (path: PathOf<'noCodeModules.readUpgrade'>, options: Options = {}): Promise<WorkspaceUpgrade> =>
    upgradeIn(await ask(line, 'noCodeModules.readUpgrade', path, options)),
  /** The service's confirmation: a short text, or whatever it answers. */
  confirmUpgrade: async (path: PathOf<'noCodeModules.confirmUpgrade'>, options: Options = {}): Promise<string | null> => {
    const found = async () => {
      const answer = await ask(line, 'noCodeModules.readUpgrade', path);
      return ready.test(upgradeIn(answer).status) ? null : { ...answer, body: null };
    };
    const { body } = await ask(line, 'noCodeModules.confirmUpgrade', path, { text: true, found, ...options });
    return typeof body === 'string' ? body.trim() : body === null ? null : JSON.stringify(body);
  },
});
