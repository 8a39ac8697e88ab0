import { noCodeWorkspace as declared } from '../../../resources/workspaces/no-code-workspace.ts';
import { type Json, sent } from '../../json-api/read.ts';
import { created, ok } from '../../json-api/reply.ts';
import { refuse, unprocessable } from '../../problem.ts';
import type { Organization } from '../../records.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { mistyped } from '../../json-api/mistyped.ts';
import type { RegistryModule } from '../registry/stored.ts';
import { versionOf } from '../registry/versions.ts';
import { startRun } from '../runs/start-run.ts';
import { addVariable } from '../variables.ts';
import { defaultProject, needCreate, newWorkspace, projectSent } from '../workspaces/creation.ts';
import { renderWorkspace } from '../workspaces/document.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { offerHere } from './access.ts';
import { targetOf } from './upgrade-available.ts';
import { variablesSent } from './variables-sent.ts';

/** What a request may say (spec 1), and what holds where it does not. */
const shapes = { name: 'text!', description: 'text?', 'auto-apply': 'flag', 'execution-mode': 'text?', 'agent-pool-id': 'text?', 'engine-version': 'text?', 'source-name': 'text?', 'source-url': 'text?' } as const;
const defaults = { description: '', 'execution-mode': 'remote' };

/** Two attributes are spelled in two ways (spec 1; wire profiles). What is no attribute of this request is left aside. */
const attributesSent = (written: Json): Json => {
  refuse(mistyped(written, { ...shapes, auto_apply: 'flag', 'terraform-version': 'text?' }, true));
  const { auto_apply: autoApply, 'terraform-version': engine, ...rest } = written;
  const said: Json = { ...(autoApply === undefined ? {} : { 'auto-apply': autoApply }), ...(engine === undefined ? {} : { 'engine-version': engine }), ...rest };
  const kept = Object.keys(shapes).filter((name) => said[name] !== undefined && said[name] !== null).map((name) => [name, said[name]]);
  return { ...defaults, ...Object.fromEntries(kept) };
};

const refuseUnlike = ({ name, 'execution-mode': mode }: Json): void => {
  const { kind } = declared.attributes.name;
  refuse([
    ...(kind.accepts(name) ? [] : [{ detail: `expected ${kind.description}, got "${String(name)}"`, pointer: '/data/attributes/name' }]),
    ...(mode === 'remote' || mode === 'agent' ? [] : [{ detail: `expected remote or agent, got "${String(mode)}"`, pointer: '/data/attributes/execution-mode' }]),
  ]);
};

const create = async (asking: Asking<Transaction>): Promise<Reply> => {
  const offer = await offerHere(asking, false);
  const document = sent(asking, 'workspaces', 'no-code-module-workspace');
  const organization = (await asking.tx.byKey<Organization>('organizations', '', offer.scope))!;
  const project = await projectSent(asking, offer.scope, document.relationships) ?? await defaultProject(asking, organization.body);
  await needCreate(asking, offer.scope, project);
  const attributes = attributesSent(document.attributes);
  refuseUnlike(attributes);
  if (!offer.body.enabled) throw unprocessable(`the no-code module ${offer.id} is not enabled`);
  const { body: module } = (await asking.tx.get<RegistryModule>('registry-modules', offer.body.module))!;
  const version = versionOf(module, offer.body.versionPin)!;
  const variables = variablesSent(document.relationships, { version, options: offer.body.options, there: [] });
  const workspace = await newWorkspace(asking, { organization, project, attributes, noCode: { module: offer.id, ...targetOf(module, offer.body.versionPin), upgradeAvailable: false } });
  for (const { attributes: one, pointer } of variables) await addVariable(asking.tx, asking, { kind: 'workspace', id: workspace.id }, one, `${pointer}/attributes`);
  await startRun(asking, workspace, { kind: 'plain', message: 'Provisioned from a no-code module', isDestroy: false, autoApply: true, aim: { resources: version.resources } });
  const doc = await renderWorkspace(asking, (await asking.tx.get<Workspace>('workspaces', workspace.id))!);
  return asking.profile === 'hosted' ? created(doc) : ok(doc);
};

export const routes = [route('POST /no-code-modules/{id}/workspaces', create)];
