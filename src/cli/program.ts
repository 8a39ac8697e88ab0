import { Command } from 'commander';
import { version } from '../version.ts';

export function program(): Command {
  return new Command('slipway').version(version);
}
