import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerAddress } from './address.ts';

/**
 * Removes our provider's entry from the dependency lock file. It is installed from this package, whose integrity npm has checked; the entry
 * would refuse a newer build of the same version.
 */
export function removeLockEntry(folder: string): void {
  const file = join(folder, '.terraform.lock.hcl');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const rest = text.replace(new RegExp(`^provider "${providerAddress.replaceAll('.', '\\.')}" \\{\\n[^}]*^\\}\\n?`, 'm'), '');
  if (rest !== text) writeFileSync(file, rest);
}
