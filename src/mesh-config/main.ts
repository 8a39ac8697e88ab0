import { version } from '../version.ts';

const [command, ...rest] = process.argv.slice(2);
const given = rest.find((word) => !['-s', '--short'].includes(word));
const coming = ['probe', 'server'];

if (command === 'version' && given === undefined) console.log(version);
else if (command === 'version') {
  console.error(`mesh-config version ${given} is not built yet; this release has: version --short`);
  process.exitCode = 1;
} else if (command === '--help' || command === '-h' || command === 'help') console.log(`mesh-config ${version}, the configuration manager.\n\nThis release has one command:\n  version [--short]   prints the version\nNot built yet: ${coming.join(', ')}.`);
else if (command !== undefined && coming.includes(command)) {
  console.error(`mesh-config ${command} is not built yet; this release has: version`);
  process.exitCode = 1;
} else {
  console.error(`${command === undefined ? 'mesh-config: which command?' : `mesh-config: unknown command '${command}'.`} This release has: version`);
  process.exitCode = 1;
}
