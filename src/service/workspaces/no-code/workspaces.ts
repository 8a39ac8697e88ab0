import { noCodeWorkspace as declared } from '../../../resources/workspaces/no-code-workspace.ts';
import { type Json, sent } from '../../json-api/read.ts';
import { created, ok } from '../../json-api/reply.ts';
import { unprocessable } from '../../problem.ts';
import type { Organization } from '../../records.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { mistyped } from '../../json-api/mistyped.ts';
import { refuse } from '../../problem.ts';
import type { RegistryModule } from '../registry/stored.ts';
import { moduleKey } from '../registry/stored.ts';
import { versionOf } from '../registry/versions.ts';
import { startRun } from '../runs/start-run.ts';
import { addVariable } from '../variables.ts';
import { defaultProject, needCreate, newWorkspace, projectSent } from '../workspaces/creation.ts';
import { renderWorkspace } from '../workspaces/document.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { offerHere } from './access.ts';
import { variablesSent } from './variables-sent.ts';

/** Clients spell two attributes in two ways (wire profiles); `terraform-version` is put right at the door. */
const spelled = ({ auto_apply: autoApply, ...rest }: Json): Json => (autoApply === undefined ? rest : { ...rest, 'auto-apply': autoApply });

const refuseMode = (attributes: Json): void => {
  const mode = attributes['execution-mode'] ?? 'remote';
  if (mode !== 'remote' && mode !== 'agent') throw unprocessable(`expected remote or agent, got ${JSON.stringify(mode)}`, '/data/attributes/execution-mode');
};

const create = async (asking: Asking<Transaction>): Promise<Reply> => {
  const offer = await offerHere(asking, false);
  const { attributes: written, relationships } = sent(asking, 'workspaces', 'no-code-module-workspace');
  const attributes = spelled(written);
  refuse(mistyped(attributes, { name: 'text!', description: 'text?', 'auto-apply': 'flag', 'agent-pool-id': 'text?', 'engine-version': 'text?', 'source-name': 'text?', 'source-url': 'text?' }, true));
  if (!declared.attributes.name.kind.accepts(attributes['name'])) throw unprocessable(`expected ${declared.attributes.name.kind.words}, got "${String(attributes['name'])}"`, '/data/attributes/name');
  refuseMode(attributes);
  if (!offer.body.enabled) throw unprocessable(`the no-code module ${offer.id} is not enabled`);
  const organization = (await asking.tx.byKey<Organization>('organizations', '', offer.scope))!;
  const project = await projectSent(asking, offer.scope, relationships) ?? await defaultProject(asking, organization.body);
  await needCreate(asking, offer.scope, project);
  const module = (await asking.tx.get<RegistryModule>('registry-modules', offer.body.module))!;
  const version = versionOf(module.body, offer.body.versionPin)!;
  const variables = variablesSent(relationships, version, offer.body.options, new Set());
  const workspace = await newWorkspace(asking, {
    organization, project, attributes: { 'execution-mode': 'remote', ...attributes },
    noCode: { module: offer.id, sourceModuleId: `${moduleKey(module.body)}/${version.version}`, moduleVersion: version.version, upgradeAvailable: false },
  });
  for (const variable of variables) await addVariable(asking.tx, asking, { kind: 'workspace', id: workspace.id }, variable, '/data/relationships/vars/data');
  await startRun(asking, workspace, { kind: 'plain', message: 'Provisioned from a no-code module', isDestroy: false, autoApply: true, aim: { resources: version.resources } });
  const doc = await renderWorkspace(asking, (await asking.tx.get<Workspace>('workspaces', workspace.id))!);
  return asking.profile === 'hosted' ? created(doc) : ok(doc);
};

export const routes = [route('POST /no-code-modules/{id}/workspaces', create)];
