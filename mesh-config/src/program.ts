import type { Command } from './commands/command.ts';
import { createCompletionCommand } from './commands/completion.ts';
import { probeCommand } from './commands/probe.ts';
import type { Program } from './commands/run-program.ts';
import { serverCommand } from './commands/server.ts';
import { versionCommand } from './commands/version.ts';
import { commonFlags } from './flags/common-flags.ts';
import { serverFlags } from './flags/server-flags.ts';

const name = 'mesh-config';
const commands: readonly Command[] = [
  createCompletionCommand(() => ({ program: name, commands, commonFlags: commonFlags })),
  probeCommand,
  serverCommand,
  versionCommand,
];

const { config: _, ...logFlags } = commonFlags;

/** The declaration of mesh-config, shared by the code that runs it and the code that documents it. */
export const program: Program = {
  name,
  description: 'mesh-config provides configuration management for a service mesh.',
  commands,
  commonFlags: commonFlags,
  configFileFlags: { ...serverFlags, ...logFlags },
};
