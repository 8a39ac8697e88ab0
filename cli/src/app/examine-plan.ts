import type { ServiceClient } from 'slipway/client/contract/service-client';
import { runShow } from 'slipway/engine/engine-commands';
import { parsePlan, type PlanJson } from 'slipway/engine/show-json';
import { createServiceClients } from 'slipway/provider/service-clients';
import { version } from '@slipway/declarations/version';
import { CliError } from '../cli-error.ts';
import { paintFor, paintSeverity } from '../color/colors.ts';
import { type Destruction, findDestructions, renderDestructions } from './destruction.ts';
import { renderMessage } from './follow-apply.ts';
import type { PreparedStack } from './for-each-stack.ts';

/** A saved plan as JSON. */
export async function showPlan({ engine, name, folder, environment }: PreparedStack, file: string): Promise<PlanJson> {
  const { code, stdout, stderr } = await runShow(engine, { folder, environment }, '-json', file);
  if (code !== 0) throw new CliError(`${engine.name} could not show the plan of stack ${name}:\n${stderr || stdout}`.trimEnd());
  return parsePlan(stdout);
}

/** The service that the environment of a stack names; undefined: none, or not wholly. */
function findClient({ environment }: PreparedStack): ServiceClient | undefined {
  const clients = createServiceClients({}, environment, { userAgent: `slipway/${version}`, deadline: 10_000 });
  const { address, token, settingError } = clients.section('workspaces');
  return address && token && !settingError ? clients.client('workspaces') : undefined;
}

/** What the plan of a stack destroys that is in use. `failure`: why the service could not be asked. */
export const findDestructionsOf = async (
  stack: PreparedStack,
  plan: PlanJson,
): Promise<{ readonly found: readonly Destruction[]; readonly failure: string | undefined }> => {
  try {
    return { found: await findDestructions(plan, findClient(stack)), failure: undefined };
  } catch (error) {
    return { found: await findDestructions(plan, undefined), failure: (error as Error).message };
  }
};

/** Warns of what a plan destroys although it is in use. If the service does not answer, a note says so, and the command continues. */
export async function warnOfDestructions(stack: PreparedStack, plan: PlanJson, json: boolean): Promise<void> {
  const { found, failure } = await findDestructionsOf(stack, plan);
  if (failure !== undefined) {
    const warning = `warning: could not check whether destroyed objects are in use: ${failure}\n`;
    stack.terminal.write(paintSeverity(warning, paintFor('stderr')), 'stderr');
  }
  if (found.length === 0) return;
  const text = renderDestructions(found);
  stack.terminal.write(
    json
      ? renderMessage(stack.name, { '@level': 'warn', '@message': text.trim(), type: 'destruction_warning', destructions: found })
      : text.replace(/^.+:$/m, (heading) => paintFor('stdout')('yellow', heading)),
  );
}
