import { checkOrbText, listOrbFiles, OrbPackError, packOrb } from '@slipway/service/ci/configuration';
import { CliError } from '../cli-error.ts';
import { paintFor } from '../color/colors.ts';
import { type FileFinding, formatFinding, openOrbs, readTextFile } from '../ci/compile-file.ts';

/** Prints the orbs of a folder. @throws CliError for a folder that does not exist. */
export async function listOrbs(folder: string, isJson: boolean): Promise<void> {
  openOrbs(folder);
  const orbs = (await listOrbFiles(folder)).map(({ reference: { namespace, name, version }, file }) => ({
    name: `${namespace}/${name}`,
    version,
    file,
  }));
  if (isJson) console.log(JSON.stringify(orbs, undefined, 2));
  else for (const { name, version, file } of orbs) console.log(`${name}@${version}  ${file}`);
}

/** Prints the findings about orbs. @throws CliError when there is a fault. */
export async function checkOrbs(files: readonly string[], options: { readonly orbs?: string; readonly json?: boolean }): Promise<void> {
  const source = openOrbs(options.orbs);
  const findings: FileFinding[] = [];
  for (const file of files) {
    const { faults, warnings } = await checkOrbText(readTextFile(file), source);
    findings.push(...faults.map((each) => ({ ...each, file: each.file ?? file, severity: 'error' as const })));
    findings.push(...warnings.map((each) => ({ ...each, file, severity: 'warning' as const })));
  }
  const count = findings.filter(({ severity }) => severity === 'error').length;
  if (options.json) console.log(JSON.stringify({ valid: count === 0, findings }, undefined, 2));
  else {
    for (const finding of findings) console.error(formatFinding(finding, paintFor('stderr')));
    if (count === 0) console.log(`${files.length === 1 ? 'the orb is' : `${files.length} orbs are`} valid`);
  }
  if (count > 0) throw new CliError(`${count} ${count === 1 ? 'error' : 'errors'} in ${files.join(', ')}`);
}

/** Prints the folder of an orb as one text. @throws CliError when it cannot be packed. */
export async function printPackedOrb(folder: string): Promise<void> {
  try {
    process.stdout.write(await packOrb(folder));
  } catch (error) {
    throw error instanceof OrbPackError ? new CliError(error.message) : error;
  }
}
