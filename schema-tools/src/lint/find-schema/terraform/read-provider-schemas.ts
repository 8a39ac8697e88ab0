import { readFile, stat } from 'node:fs/promises';
import { decode } from '../../../documents/index.ts';
import { displayPath } from '../../files/display-path.ts';
import { InlineLimitError } from '../../files/inline-limits.ts';
import { describeSpecialFile } from '../../files/special-file.ts';
import { SchemaProblem } from '../schema-problem.ts';
import { providerSchemas } from './provider-schemas.ts';
import type { TerraformSchemas } from './terraform-schemas.ts';

/** Reads what `terraform providers schema -json` wrote. Throws a SchemaProblem, and TooMuch for more than `most` bytes. */
export async function readProviderSchemas(file: string, most = Infinity): Promise<TerraformSchemas> {
  let text: string;
  try {
    const found = await stat(file);
    const special = describeSpecialFile(found);
    if (special !== undefined) throw new Error(`this is ${special}, not a file`);
    if (found.size > most) throw new InlineLimitError();
    ({ text } = decode(await readFile(file)));
  } catch (error) {
    if (error instanceof InlineLimitError) throw error;
    throw new SchemaProblem(
      file,
      `These provider schemas cannot be read: ` +
        `${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message}.`,
    );
  }
  try {
    return providerSchemas(JSON.parse(text), displayPath(process.cwd(), file));
  } catch (error) {
    throw new SchemaProblem(file, `These are no provider schemas: ${(error as Error).message}.`);
  }
}
