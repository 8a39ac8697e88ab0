import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isConfigurationFile } from 'slipway/engine/configuration-files';
import { endedSearch, findEngine } from 'slipway/engine/find-engine';
import { CliError } from '../cli-error.ts';
import { workOnStacks, type StacksOptions } from './for-each-stack.ts';
import { type ApplyOptions, applySavedPlan } from './plan-and-apply.ts';
import type { PlanMark } from './plan-file.ts';

/** Options that a plan has in it already. */
const settled = ['var', 'varFile', 'target', 'replace', 'refreshOnly'] as const;

const hasConfiguration = (folder: string): boolean => existsSync(folder) && readdirSync(folder).some(isConfigurationFile);

/** Deploys a saved plan exactly: the app does not run, so later changes of it have no effect. */
export async function deployPlanFile(file: string, mark: PlanMark, options: ApplyOptions & StacksOptions): Promise<void> {
  const given = settled.find((name) => options[name] !== undefined);
  if (given !== undefined) {
    const option = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new CliError(`${file} is a saved plan, which is deployed as it is: --${option} belongs to \`slipway plan\`.`, 2);
  }
  const folder = resolve(mark.folder);
  if (!hasConfiguration(folder))
    throw new CliError(
      `${file} is a plan of stack ${mark.stack}, whose configuration is not in ${mark.folder}. ` +
        'Deploy it from the folder in which it was planned, with the synthesized configuration of that time.',
    );
  const stack = { name: mark.stack, folder, dependsOn: [] };
  await workOnStacks(endedSearch(findEngine()), [stack], [stack], options, (prepared) => applySavedPlan(prepared, file, options));
}
