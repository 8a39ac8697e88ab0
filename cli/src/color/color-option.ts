import { type Command, Option } from 'commander';

export type ColorSetting = 'auto' | 'always' | 'never';

/**
 * What `--color` sets: the variables that also decide without it, so that the app and the threads of this command agree. `never` also says
 * that the terminal knows no escape sequences: nothing is drawn then.
 */
export const applyColorSetting = (setting: ColorSetting, environment: NodeJS.ProcessEnv = process.env): void => {
  if (setting === 'auto') return;
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE']) delete environment[name];
  if (setting === 'always') environment['FORCE_COLOR'] = '1';
  else Object.assign(environment, { NO_COLOR: '1', TERM: 'dumb' });
};

/** `--color` and `--no-color` of all commands, before or after the name of the command. They apply from where the command line is read. */
export const colorOption = (program: Command): Command =>
  program
    .addOption(
      new Option('--color <when>', 'colors and drawing in the output, of any command (default: auto)').choices(['auto', 'always', 'never']),
    )
    .addOption(new Option('--no-color', 'the same as --color never'))
    .on('option:color', (setting: ColorSetting) => applyColorSetting(setting))
    .on('option:no-color', () => applyColorSetting('never'));
