/** Shows the progress of a run, on a terminal only and only if it takes over a second. */
export function progress(total: number, stream: NodeJS.WriteStream = process.stderr): { step(): void; end(): void } {
  let done = 0;
  if (!stream.isTTY) return { step() {}, end() {} };
  let shown = false;
  const show = () => {
    shown = true;
    stream.write(`\r\u001b[2K${done} of ${total} files`);
  };
  let every: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    show();
    every = setInterval(show, 200);
    every.unref();
  }, 1000);
  first.unref();
  return {
    step() {
      done++;
    },
    end() {
      clearTimeout(first);
      clearInterval(every);
      if (shown) stream.write('\r\u001b[2K');
    },
  };
}
