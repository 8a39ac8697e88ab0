import { isInterrupted } from 'slipway/engine/interruption';
import type { EngineRun } from 'slipway/engine/run-engine';
import { renderMessage } from './follow-apply.ts';
import type { PreparedStack } from './for-each-stack.ts';
import { readMessageLines } from './message-lines.ts';
import { describeUndeployed } from './undeployed-stacks.ts';

export interface PlanOutput {
  readonly onOutput: NonNullable<EngineRun['onOutput']>;
  /** To be called at the end. Where the plan failed for want of outputs of other stacks: what to deploy first, in words. */
  end(isFailed: boolean): string | undefined;
}

/** What the engine prints goes to the terminal of the stack; with `json`, its messages with the name of the stack. */
export const planOutput = ({ name, terminal, dependsOn }: PreparedStack, json: boolean): PlanOutput => {
  const errors: string[] = [];
  if (!json)
    return {
      onOutput: (text, stream) => {
        // An interrupted plan has changed nothing: its errors say for each resource that it was not read.
        if (stream === 'stderr' && isInterrupted()) return;
        // Errors of a stack that reads outputs of others may have to be told in other words.
        if (stream === 'stderr' && dependsOn.length > 0) errors.push(text);
        else terminal.write(text, stream);
      },
      end: (isFailed) => {
        const first = isFailed && !isInterrupted() ? describeUndeployed(name, errors.join(''), dependsOn) : undefined;
        if (first === undefined) errors.forEach((text) => terminal.write(text, 'stderr'));
        return first;
      },
    };
  const messages = readMessageLines(
    (message) => {
      if (message['@level'] === 'error') errors.push(JSON.stringify(message));
      terminal.write(renderMessage(name, message));
    },
    (line) => terminal.write(`${line}\n`, 'stderr'),
  );
  return {
    onOutput: (text, stream) => (stream === 'stdout' ? messages.take(text) : terminal.write(text, 'stderr')),
    end: (isFailed) => {
      messages.end();
      return isFailed ? describeUndeployed(name, errors.join(''), dependsOn) : undefined;
    },
  };
};
