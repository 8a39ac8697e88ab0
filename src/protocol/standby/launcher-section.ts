/** Shell functions. `choose`: selects a waiting process; `begin`: starts one. Descriptor 8 then has its messages to this script. */
const launcherFunctions = (bundleFile: string): string => `choose() {
  for file in "$folder"/*.idle; do
    process=\${file##*/}
    process=\${process%.idle}
    # A process that waits is in its folder, so a number that belongs to another one by now is not taken for it.
    [ "/proc/$process/cwd" -ef "$folder" ] || continue
    true >"$folder/$process.claim" || continue
    command exec 8<"/proc/$process/fd/1" || continue
    echo "$$" >"/proc/$process/fd/0" && return
  done
  return 1
}
begin() {
  # Most shells make a pipe for a short text, which takes no program; others make a file.
  command exec 3<<IN 4<<OUT || return
in
IN
out
OUT
  read -r process <&3 && read -r process <&4
  if [ -p "/proc/$$/fd/3" ] && [ -p "/proc/$$/fd/4" ]; then
    command exec 5<>"/proc/$$/fd/4" 9<>"/proc/$$/fd/3" || return
  else
    mkfifo -m 600 "$folder/$$.in" "$folder/$$.out" || return
    command exec 3<&- 4<>"$folder/$$.out" 5<>"$folder/$$.out" 9<>"$folder/$$.in" || return
    rm -f "$folder/$$.in" "$folder/$$.out"
  fi
  # The process can write before this script closes its own end, so that the script sees an end of the process.
  "$node" "$here/${bundleFile}" "$folder" "$$" 0<&9 1>&5 3<&- 4<&- 5>&- 6>&- 7>&- 8<&- 9<&- &
  command exec 8<"/proc/$$/fd/4" 3<&- 4<&- 5>&- 9<&-
}
`;

/**
 * The part of the launcher for Linux, where a process that has served an engine waits for the next one (serve-engines.ts,
 * docs/decisions/0114). The script chooses a waiting process in a folder of the user's cache, sends its own process ID to it, and waits for
 * `ID STATUS`; the process does the rest, using the script's entries in `/proc`. Without a waiting process the script starts one, and if
 * that fails it starts Node.js itself. A waiting process is chosen by shell builtins only, because each program would cost a millisecond.
 */
export const useStandbyProcess = (bundleFile: string, digest: string): string => `cache=\${SLIPWAY_CODE_CACHE:-}
if [ -z "$cache" ]; then
  cache=\${XDG_CACHE_HOME:-\${HOME:+$HOME/.cache}}
  cache=\${cache:+$cache/slipway/code}
fi
folder=$cache/standby-${digest}
${launcherFunctions(bundleFile)}if [ -n "\${TF_PLUGIN_MAGIC_COOKIE:-}" ] && [ "\${SLIPWAY_STANDBY:-}" != 0 ] &&
  [ -n "$cache" ] && [ "$cache" != off ] && [ -e "/proc/$$/fd" ] &&
  { [ -d "$folder" ] || mkdir -p -m 700 "$folder"; } 2>/dev/null && [ -O "$folder" ] && [ ! -L "$folder" ]; then
  # Ctrl-C reaches the whole process group; the engine decides what becomes of its plugin.
  trap '' INT
  set -C
  # A process finds standard output and standard error by these numbers: echo changes 1 while it writes to a file.
  exec 6>&2 7>&1
  if { choose || begin; } 2>/dev/null; then
    status=start
    while read -r process answer <&8; do
      [ "$process" = "$$" ] || continue
      status=$answer
      [ "$status" = serving ] || break
    done
    # It ended without another word: the status is that of a panicking Go program.
    [ "$status" = serving ] && status=2
    [ "$status" = start ] || exit "$status"
    exec 8<&-
  fi
  exec 6>&- 7>&-
fi
`;
