import { readText } from '../support/repository-files.ts';

/** A room: a folder or file of the repository, and the floor it stands on; a room imports only from floors below its own. */
export interface Room {
  readonly path: string;
  readonly floor: number;
}

const page = (): string => readText('docs/architecture.md');

/** The lines of the code block of `docs/architecture.md` that begins with ```` ```KIND NAME ````. */
function codeBlock(kind: string, name: string): readonly string[] {
  const block = new RegExp(`^\`\`\`${kind} ${name}\\n([^]*?)^\`\`\``, 'm').exec(page());
  if (!block) throw new Error(`docs/architecture.md has no block \`\`\`${kind} ${name}`);
  return block[1]!.trimEnd().split('\n');
}

/** One line of the page is one floor, the lowest first: `3  http/  json-api/` below a folder. Text after `#` explains. */
export function roomsOf(name: string, folder: string): readonly Room[] {
  return codeBlock('text', name).flatMap((line) => {
    const [floor, ...rooms] = line.replace(/#.*$/, '').trim().split(/\s+/);
    if (!floor || !/^\d+$/.test(floor))
      throw new Error(`docs/architecture.md, ${name}: expected a floor's number at the start of "${line}"`);
    return rooms.map((room) => ({ path: `${folder}${room}`, floor: Number(floor) }));
  });
}

/** The arrows of the packages' picture, as `from -> to`, sorted. */
export function packageArrows(): readonly string[] {
  return codeBlock('mermaid', 'packages')
    .flatMap((line) => {
      const arrow = /^\s*([\w-]+)\s*-->\s*([\w-]+)\s*$/.exec(line);
      return arrow ? [`${arrow[1]} -> ${arrow[2]}`] : [];
    })
    .sort();
}
