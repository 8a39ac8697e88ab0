import { version } from '../version.ts';

const [command] = process.argv.slice(2);
const coming = ['probe', 'server'];

if (command === 'version') console.log(version);
else if (command !== undefined && coming.includes(command)) {
  console.error(`mesh-config ${command} is not built yet; this release has: version`);
  process.exitCode = 1;
} else {
  console.error(`${command === undefined ? 'mesh-config: which command?' : `mesh-config: unknown command '${command}'.`} This release has: version`);
  process.exitCode = 1;
}
