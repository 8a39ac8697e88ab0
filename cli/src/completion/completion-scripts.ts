/** Scripts that make a shell ask this program for candidates: `slipway complete -- WORD…` prints a word, a tab and its description. */

const bash = `_slipway() {
  local IFS=$'\\n'
  COMPREPLY=($(slipway complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _slipway slipway
`;

const zsh = `#compdef slipway
_slipway() {
  local -a candidates
  local word description
  while IFS=$'\\t' read -r word description; do
    candidates+=("\${word//:/\\\\:}:$description")
  done < <(slipway complete -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)
  if (( \${#candidates} )); then _describe slipway candidates; else _files; fi
}
if [ "$funcstack[1]" = _slipway ]; then _slipway "$@"; else compdef _slipway slipway; fi
`;

const fish = `function __slipway_complete
  set -l words (commandline -opc) (commandline -ct)
  slipway complete -- $words[2..-1] 2>/dev/null
end
complete -c slipway -f -n 'test -n "$(__slipway_complete)"' -a '(__slipway_complete)'
`;

const powershell = `Register-ArgumentCompleter -Native -CommandName slipway -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '""' }
  slipway complete -- @words 2>$null | ForEach-Object {
    $word, $description = $_ -split "\\t", 2
    if (-not $description) { $description = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $description)
  }
}
`;

export const completionScripts = { bash, zsh, fish, powershell } as const;
