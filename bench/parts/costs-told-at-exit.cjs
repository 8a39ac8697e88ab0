// Preloaded into plugins that the engine starts: at its end each writes a line of what it used to SLIPWAY_BENCH_COSTS,
// and with SLIPWAY_BENCH_PROFILE its CPU profile into that folder.
const { appendFileSync, writeFileSync } = require('node:fs');

if (process.env.SLIPWAY_BENCH_COSTS && process.env.TF_PLUGIN_MAGIC_COOKIE) {
  let profiler;
  if (process.env.SLIPWAY_BENCH_PROFILE) {
    const { Session } = require('node:inspector');
    profiler = new Session();
    profiler.connect();
    profiler.post('Profiler.enable');
    profiler.post('Profiler.start');
  }
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    appendFileSync(
      process.env.SLIPWAY_BENCH_COSTS,
      `${JSON.stringify({ cpuSeconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024 })}\n`,
    );
    if (profiler)
      profiler.post('Profiler.stop', (_, { profile }) => {
        writeFileSync(`${process.env.SLIPWAY_BENCH_PROFILE}/${process.pid}.cpuprofile`, JSON.stringify(profile));
      });
  });
}
