import { bool, string } from '../flags/flag.ts';
import { getBuildInfo } from '../build-info.ts';
import { type Command, exitCodes, CommandError } from './command.ts';

const fieldNames = {
  version: 'Version',
  revision: 'GitRevision',
  node_version: 'NodeVersion',
  status: 'BuildStatus',
  tag: 'GitTag',
} as const;

export const versionCommand: Command = {
  name: 'version',
  short: 'Print build version information',
  flags: {
    output: string('', "One of 'yaml' or 'json'", { short: 'o' }),
    short: bool(false, 'Use --short=false to print the full version information', { short: 's' }),
  },
  run: async (options) => {
    const [output, short] = [options['output'] as string, options['short'] as boolean];
    const info = getBuildInfo();
    const fields = Object.entries(info) as [keyof typeof info, string][];
    if (output === 'json') console.log(JSON.stringify({ clientVersion: info }, null, 2));
    else if (output === 'yaml') console.log((await import('./format-yaml.ts')).formatYaml({ clientVersion: info }));
    else if (output !== '') throw new CommandError("--output must be 'yaml' or 'json'");
    else
      console.log(
        short
          ? info.version
          : `version.BuildInfo{${fields.map(([name, value]) => `${fieldNames[name]}:${JSON.stringify(value)}`).join(', ')}}`,
      );
    return exitCodes.done;
  },
};
