import type { ProcessCommand } from '../start-process.ts';
import { wrapInBubblewrap } from './bubblewrap.ts';

const enter = '[ -d "$1" ] || mkdir -p -- "$1"; cd -- "$1" && shift && exec "$@"';

/** The command that is started on this machine, so that the command of a piece of work runs in its sandbox. */
export const wrapCommand = ({ argv, folder, environment, sandbox }: ProcessCommand): ProcessCommand => {
  if (sandbox === undefined) return { argv, folder, environment };
  // Its folder is made and entered inside: a link that an earlier process left there leads to nothing of the service.
  const entering = ['/bin/sh', '-c', enter, 'slipway-enter', folder, ...argv];
  return { argv: wrapInBubblewrap(sandbox, entering), folder: '/', environment };
};
