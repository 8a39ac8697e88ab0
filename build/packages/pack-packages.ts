import { execFileSync } from 'node:child_process';
import { stageCli, stageConstructs, stageSchemaTools, stageService } from './stage-packages.ts';

/** An archive of a package, as npm describes it; sizes in bytes. */
export interface PackedArchive {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

/** Makes archives of folders. npm's own program decides what an archive contains. */
export const packFolders = (output: string, folders: readonly string[]): readonly PackedArchive[] => {
  const words = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', output, ...folders];
  const text = execFileSync('npm', words, { cwd: output, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return JSON.parse(text) as readonly PackedArchive[];
};

/** Writes the packages and their archives to a folder. */
export const packPackages = async (output: string): Promise<readonly PackedArchive[]> =>
  packFolders(output, [await stageCli(output), await stageConstructs(output), await stageSchemaTools(output), await stageService(output)]);
