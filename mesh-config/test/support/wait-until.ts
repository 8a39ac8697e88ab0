/** Resolves when it is so; the watchdog of the test file ends what never is. */
export const waitUntil = async (isSo: () => boolean): Promise<void> => {
  while (!isSo())
    await new Promise((done) => {
      setTimeout(done, 5);
    });
};
