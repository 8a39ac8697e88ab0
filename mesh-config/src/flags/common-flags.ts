import { bool, type OptionsOf, int, string, stringArray } from './flag.ts';

/** Flags of the program and of every subcommand. */
export const commonFlags = {
  config: string('', 'Config file containing args', { short: 'c' }),
  log_as_json: bool(false, 'Format output as JSON instead of plain console format'),
  log_caller: string('', 'Comma-separated scopes for which caller information is included'),
  log_output_level: string('default:info', 'Minimum level of each scope, as <scope>:<level>,<scope>:<level>,...'),
  log_rotate: string('', 'Path of the optional rotating log file'),
  log_rotate_max_age: int(30, 'Maximum age in days before rotation (0 = no limit)'),
  log_rotate_max_backups: int(1000, 'Maximum backups kept (0 = no limit)'),
  log_rotate_max_size: int(104857600, 'Maximum size in megabytes before rotation'),
  log_stacktrace_level: string('default:none', 'Minimum level of each scope at which stack traces are captured, as <scope>:<level>,...'),
  log_target: stringArray(['stdout'], 'Paths where the log is written; stdout and stderr are special values'),
};
export type CommonOptions = OptionsOf<typeof commonFlags>;
