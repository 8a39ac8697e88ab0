import { type CiPipelineDefinition, CiProject, Slipway } from '../../../constructs/src/index.ts';
import { synthesisErrors, synthesizedBlocks } from '../../../constructs/test/support/synth.ts';

type Declare = (build: CiPipelineDefinition) => void;

/** Builds a stack with a project `web` and its pipeline definition `build`, on which `declare` is called. */
export const withPipeline =
  (declare: Declare, more: object = {}) =>
  (stack: never) => {
    new Slipway(stack);
    declare(new CiProject(stack, 'web', { name: 'web' }).pipeline({ name: 'build', repository: '101', config: '.ci/config.yml', ...more }));
  };

/** The blocks of the triggers that `declare` creates, by the end of their addresses. */
export const triggerBlocks = (declare: Declare, more: object = {}) =>
  Object.fromEntries(
    Object.entries(synthesizedBlocks(withPipeline(declare, more) as never))
      .filter(([address]) => address.startsWith('slipway_ci_trigger.'))
      .map(([address, block]) => [address.slice('slipway_ci_trigger.web_pipeline-build_'.length), block]),
  );

export const pipelineErrors = (declare: Declare, more: object = {}) => synthesisErrors(withPipeline(declare, more) as never);
