import type { EngineDiagnostic } from 'slipway/engine/messages';

/** An apply that was interrupted, as far as the messages of the engine show it. */
export interface InterruptedApply {
  readonly stack: string;
  readonly engine: string;
  /** Whether the engine was ended at once. */
  readonly isForced: boolean;
  readonly done: number;
  readonly total: number;
  /** Addresses of resources whose change began and has no result. */
  readonly unfinished: readonly string[];
  /** Whether the engine reported that it could not store the state, or not release its lock. */
  readonly hasStateProblem: boolean;
}

/** Whether an error only says that an operation did not happen because of the interruption. */
export const isHalt = ({ severity, summary }: EngineDiagnostic): boolean =>
  severity === 'error' &&
  (/^(?:execution halted|operation cancell?ed)$/i.test(summary) || summary.endsWith('did not answer before the operation was cancelled'));

/** Whether an error says that the state is not as an apply leaves it. */
export const isStateProblem = ({ severity, summary }: EngineDiagnostic): boolean =>
  severity === 'error' && /(?:save|persist|upload|write|releas)\w*\b.{0,40}\bstate\b|\bstate lock\b/i.test(summary);

/** The most addresses in the sentence. */
const shown = 5;

const listAddresses = (addresses: readonly string[]): string =>
  [...addresses.slice(0, shown), ...(addresses.length > shown ? [`${addresses.length - shown} more`] : [])].join(', ');

/** What was interrupted, what was done, how the state is, and how to go on. */
export const describeInterruptedApply = ({
  stack,
  engine,
  isForced,
  done,
  total,
  unfinished,
  hasStateProblem,
}: InterruptedApply): string => {
  const begun = unfinished.length > 0 ? `, and ${listAddresses(unfinished)} begun without a result` : '';
  const what = `Interrupted during the apply of stack ${stack}: ${done} of ${total} changes done${begun}.`;
  if (isForced)
    return (
      `${what} ${engine} was ended at once: the state can lack what was begun, and can be locked. ` +
      `Run \`slipway plan ${stack}\` to compare; ` +
      `if it says that the state is locked, run \`${engine} force-unlock\` with the ID that it names.`
    );
  if (hasStateProblem) return `${what} The state is not in order; the errors above say why. Mend that, and run the command again to go on.`;
  const check = unfinished.length > 0 ? ' What was begun can exist without being in the state.' : '';
  return `${what} The state is saved and not locked.${check} Run the command again to go on.`;
};

/** The sentence for a plan, which changes nothing. */
export const describeInterruptedPlan = (stack: string, isForced: boolean, engine: string): string =>
  `Interrupted during the plan of stack ${stack}. Nothing was changed. Run the command again to go on${
    isForced ? `; if it says that the state is locked, run \`${engine} force-unlock\` with the ID that it names` : ''
  }.`;
