/** Runs a function whose library prints to the console, and so to a report. */
export const withoutConsole = <T>(work: () => T): T => {
  const { log } = console;
  console.log = () => {};
  try {
    return work();
  } finally {
    console.log = log;
  }
};
