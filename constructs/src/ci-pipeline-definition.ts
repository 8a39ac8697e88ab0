import { CiPipelineDefinition as Generated, type CiPipelineDefinitionConfig } from './generated/ci-pipeline-definition.ts';
import { CiTrigger } from './generated/ci-trigger.ts';
import { type CiEvent, type CiEventOptions, type CiPreset, type CiWebhookOptions, eventConfig } from './ci-trigger-event.ts';
import { addValidation, childName } from './literal.ts';
import { warnAboutRename } from './rename-warning.ts';
import { triggerRefErrors } from './validation-errors.ts';
import { synthesizedValues } from './synthesized-values.ts';

export type { CiPipelineDefinitionConfig };

/** A pipeline definition: the source of pipelines, and their triggers. */
export class CiPipelineDefinition extends Generated {
  /**
   * Pipelines start at these events: `on('all-pushes').on('only-tags')`. They are of the repository that is checked out
   * unless another one is given. A webhook brings no commit: `on('webhook', { sender: 'shop', ref: 'main' })`.
   */
  public on(event: 'webhook', options: CiWebhookOptions): this;
  public on(event: CiPreset, options?: CiEventOptions): this;
  public on(event: CiEvent, options: CiEventOptions | CiWebhookOptions = {}): this {
    this.#add(event, options);
    return this;
  }

  /** Adds a trigger and returns it: `trigger('webhook', …).eventSourceWebhookUrl` is the URL to send events to. */
  public trigger(event: 'webhook', options: CiWebhookOptions): CiTrigger;
  public trigger(event: CiPreset, options?: CiEventOptions): CiTrigger;
  public trigger(event: CiEvent, options: CiEventOptions | CiWebhookOptions = {}): CiTrigger {
    return this.#add(event, options);
  }

  #add(event: CiEvent, options: CiEventOptions | CiWebhookOptions): CiTrigger {
    const { of, ...config } = eventConfig(event, options, {
      provider: this.checkoutSourceProviderInput,
      repository: this.checkoutSourceRepoExternalIdInput,
    });
    const id =
      options.id === undefined
        ? ['on', event, ...of.map(({ what, name }) => childName(this, what, name))].join('-')
        : `on-${childName(this, 'id', options.id)}`;
    if (this.node.tryFindChild(id))
      throw new Error(
        `[${this.node.path}] has a trigger for ${[event, ...of.map(({ name }) => `"${name}"`)].join(' ')} already. Declare it once.`,
      );
    const trigger = new CiTrigger(this, id, {
      ...config,
      projectId: this.projectIdInput as string,
      pipelineDefinitionId: this.id,
      provider: this.provider,
    });
    warnAboutRename(trigger, 'on');
    addValidation(trigger, () => triggerRefErrors(synthesizedValues(trigger), synthesizedValues(this)));
    return trigger;
  }
}
