import { randomBytes } from 'node:crypto';
import { notFound } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { whole } from '../page.ts';
import { projectWithId } from '../projects/here.ts';
import { idIn, invalid } from '../read.ts';
import { ok, said } from '../replies.ts';
import type { Definition, Trigger } from '../stored.ts';
import { providerWord } from '../words.ts';
import { definitionHere } from './definitions.ts';
import { fullNameOf } from './repositories.ts';
import { handled, triggered, triggerFaults } from './trigger-rules.ts';
import { createSent, updateSent } from './trigger-sent.ts';

/** Stands for the secret of a webhook's address in every answer but the first. */
const redacted = '**REDACTED**';

const without = (values: { readonly [name: string]: unknown }): object => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== false));

/** Members that a trigger has nothing for are left out, `disabled` when it is not. */
const render = (asking: RequestContext, { id, body }: StoredRecord<Trigger>, secret = redacted) => ({
  id, ...without({ event_name: body.eventName }), created_at: body.createdAt,
  event_source: {
    provider: providerWord(body.provider, asking.dialect),
    ...(body.repository ? { repo: { full_name: body.repository.fullName, external_id: body.repository.externalId } } : {}),
    ...(body.webhook ? { webhook: { url: `${asking.origin}/hooks/${id}?secret=${secret}`, sender: body.webhook.sender } } : {}),
  },
  ...without({ event_preset: body.eventPreset, checkout_ref: body.checkoutRef, config_ref: body.configRef, disabled: body.disabled }),
});

const triggerHere = async (asking: RequestContext): Promise<{ readonly trigger: StoredRecord<Trigger>; readonly definition: Definition }> => {
  const { project } = await projectWithId(asking);
  const id = idIn(asking, 'trigger_id');
  const trigger = await asking.tx.get<Trigger>('ci-triggers', id);
  if (trigger?.scope !== project.id) throw notFound(`the trigger ${id}`);
  const { provider, definition } = trigger.body;
  const known = handled(asking.dialect);
  if (!known.includes(provider))
    throw invalid({ detail: `this is for triggers whose event_source.provider is ${known.map((one) => providerWord(one, asking.dialect)).join(', ')}; its is "${providerWord(provider, asking.dialect)}"` });
  return { trigger, definition: (await asking.tx.get<Definition>('ci-definitions', definition))!.body };
};

const refuseTrigger = (asking: RequestContext, trigger: Trigger, definition: Definition): void => {
  const faults = triggerFaults(trigger, definition, asking.dialect);
  if (faults.length > 0) throw invalid(...faults);
};

const list = '/projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers';
const one = '/projects/{project_id}/triggers/{trigger_id}';

export const routes = [
  route(`GET ${list}`, async (asking) => {
    const { definition, project } = await definitionHere(asking);
    const { records } = await asking.tx.list<Trigger>({ kind: 'ci-triggers', scope: project.id, body: [{ path: 'definition', is: definition.id }] });
    return whole(records.map((trigger) => render(asking, trigger)));
  }),
  route(`POST ${list}`, async (asking) => {
    const { definition, project, organization } = await definitionHere(asking);
    const [{ provider: app }, possible] = [definition.body.configSource, triggered(asking.dialect)];
    if (!possible.includes(app)) throw invalid({ detail: `triggers are made for definitions whose config_source.provider is ${possible.map((one) => `"${providerWord(one, asking.dialect)}"`).join(', ')}; this one's is "${providerWord(app, asking.dialect)}"` });
    const { externalId, sender, ...sent } = createSent(asking);
    const id = asking.newId('uuid');
    const body: Trigger = {
      ...sent, definition: definition.id, createdAt: asking.clock.now().toISOString(),
      repository: externalId === null ? null : { externalId, fullName: await fullNameOf(asking.tx, organization, externalId) },
      webhook: sender === null ? null : { sender, secret: randomBytes(24).toString('base64url') },
    };
    refuseTrigger(asking, body, definition.body);
    const { created_at: createdAt, ...answer } = render(asking, await asking.tx.insert<Trigger>({ id, kind: 'ci-triggers', scope: project.id, key: id, name: sent.eventName ?? '', body }), body.webhook?.secret);
    // The hosted service tells when it was made only afterwards.
    return ok(asking.dialect === 'hosted' ? answer : { ...answer, created_at: createdAt });
  }),
  route(`GET ${one}`, async (asking) => ok(render(asking, (await triggerHere(asking)).trigger))),
  route(`PATCH ${one}`, async (asking) => {
    const { trigger, definition } = await triggerHere(asking);
    const body = updateSent(asking, trigger.body);
    refuseTrigger(asking, body, definition);
    return ok(render(asking, await asking.tx.update<Trigger>(trigger, { body, name: body.eventName ?? '' })));
  }),
  route(`DELETE ${one}`, async (asking) => {
    await asking.tx.delete('ci-triggers', (await triggerHere(asking)).trigger.id);
    return said('Trigger deleted.');
  }),
];
