/** Milliseconds of work before others get their turn. */
const sliceMilliseconds = 8;

/** Runs to its end what yields, in slices; undefined once `stopped`. */
export const runInSlices = async <T>(steps: Generator<unknown, T>, stopped: () => boolean): Promise<T | undefined> => {
  let began = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - began < sliceMilliseconds) continue;
    await new Promise((done) => {
      setImmediate(done);
    });
    if (stopped()) return undefined;
    began = performance.now();
  }
};
