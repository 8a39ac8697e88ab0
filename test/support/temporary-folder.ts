import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const createdFolders: string[] = [];
process.on('exit', () => {
  for (const folder of createdFolders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with these files in it, removed when the process ends. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-test-')));
  createdFolders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** An executable shell script; its path. */
export function executableScript(lines: string): string {
  const file = join(temporaryFolder(), 'terraform');
  writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return file;
}
