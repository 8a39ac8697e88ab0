import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The place in the user's own files at which an error was thrown: the first frame outside of Node and packages, as `main.ts:12:5` relative
 * to `folder`; undefined when there is none.
 */
export function findUserFrame(stack: string, folder: string): string | undefined {
  for (const line of stack.split('\n')) {
    const frame = /^\s+at (?:.*\()?((?:file:\/\/)?[^()]+):(\d+):(\d+)\)?$/.exec(line);
    if (!frame) continue;
    const [, location, row, column] = frame;
    const file = location!.startsWith('file://') ? fileURLToPath(location!) : location!;
    if (file.startsWith('node:') || /[\\/]node_modules[\\/]/.test(file)) continue;
    return `${relative(folder, file)}:${row}:${column}`;
  }
  // For a file that cannot be parsed, tsx and Node print the place before the trace, or in the message.
  const syntaxError = /^(?:file:\/\/)?(\/[^\n:]+:\d+(?::\d+)?)/m.exec(stack);
  return syntaxError ? relative(folder, syntaxError[1]!) : undefined;
}
