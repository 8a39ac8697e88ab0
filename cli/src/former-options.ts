import { type Command, Option } from 'commander';
import { printError } from './color/colors.ts';

/** The former names of an option: its flags, and its environment variable. */
export interface FormerOption {
  readonly flags: string;
  readonly variable?: string;
}

/** The former name of a declared option: hidden from help, with the same argument, and exclusive with the new name. */
const formerOf = (option: Option, { flags, variable }: FormerOption): Option => {
  const former = new Option(flags).hideHelp().conflicts(option.attributeName());
  if (option.argChoices) former.choices(option.argChoices);
  else if (option.parseArg) former.argParser(option.parseArg);
  return variable === undefined ? former : former.env(variable);
};

/** Options by their attribute names, with former names that still work and are reported on stderr. */
export const withFormerOptions = (command: Command, formerOptions: { readonly [attribute: string]: FormerOption }): Command => {
  const pairs = Object.entries(formerOptions).map(([attribute, former]) => {
    const option = command.options.find((one) => one.attributeName() === attribute);
    if (!option) throw new Error(`${command.name()} has no option ${attribute}`);
    return { option, former: formerOf(option, former) };
  });
  for (const { former } of pairs) command.addOption(former);
  return command.hook('preAction', (_, acting) => {
    for (const { option, former } of pairs) {
      const source = acting.getOptionValueSource(former.attributeName());
      if (source === undefined) continue;
      const [was, is] =
        source === 'env' ? [`The environment variable ${former.envVar}`, option.envVar] : [`The option ${former.long}`, option.long];
      printError(`slipway: warning: ${was} is deprecated: use ${is}.`);
      acting.setOptionValueWithSource(option.attributeName(), acting.getOptionValue(former.attributeName()), source);
    }
  });
};
