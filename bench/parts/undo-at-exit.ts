/** What undoes something when this process ends, however it does: last made, first undone. */
const undoing: (() => void)[] = [];

/** Runs at the end of the process, also by Ctrl-C, SIGTERM or an error. Nothing asynchronous: the process does not wait. */
export const undoAtExit = (undo: () => void): void => {
  if (undoing.length === 0) {
    process.once('exit', () => {
      for (const one of undoing.toReversed()) one();
    });
    // A signal that nobody listens to ends the process without the event.
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
  }
  undoing.push(undo);
};
