/** The single executable: the command line, and the provider where an engine starts it, which sets this variable. */
if (process.env.TF_PLUGIN_MAGIC_COOKIE === undefined) void import('./main.ts');
else void import('../provider/main.ts');
