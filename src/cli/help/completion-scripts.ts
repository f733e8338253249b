/**
 * What a shell loads. Each passes what is typed to `tidemark completion SHELL -- WORDS`, which prints a line for each word that
 * may follow: the word, a tab and what it means; a last line `:files` asks for names of files as well. So the scripts know nothing about
 * commands, and never get out of date.
 */
export const completionScripts = {
  bash: `_tidemark() {
  local IFS=$'\\n' line words=()
  local typed="\${COMP_LINE:0:COMP_POINT}" current="\${COMP_WORDS[COMP_CWORD]}"
  local -a before
  # Bash takes "example.org:8080" apart; the line itself does not.
  IFS=$' \\t' read -r -a before <<< "$typed"
  [[ $typed == *[$' \\t'] ]] && before+=("")
  local last="\${before[\${#before[@]}-1]}"
  COMPREPLY=()
  for line in $("\${COMP_WORDS[0]}" completion bash -- "\${before[@]:1}" 2>/dev/null); do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      words+=($(compgen -f -- "$current"))
    else
      line="\${line%%$'\\t'*}"
      words+=("\${line#"\${last%"$current"}"}")
    fi
  done
  COMPREPLY=("\${words[@]}")
}
complete -F _tidemark tidemark
`,
  zsh: `#compdef tidemark
_tidemark() {
  local line files=0
  local -a found
  for line in "\${(@f)$("\${words[1]}" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      files=1
    elif [[ -n $line ]]; then
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#found} )) && _describe tidemark found
  (( files )) && _files
  return 0
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _tidemark "$@"
else
  compdef _tidemark tidemark
fi
`,
  fish: `function __tidemark_complete
    set -l typed (commandline -opc) (commandline -ct)
    for line in ($typed[1] completion fish -- $typed[2..-1] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c tidemark -f -a '(__tidemark_complete)'
`,
} as const;
