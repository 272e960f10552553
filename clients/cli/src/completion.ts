import type { Command, Option } from 'commander'

/** A command path and what can follow it on the command line. */
export interface CompletionPoint {
  /** For example `agents list`. Empty for the program itself. */
  words: string
  about: string
  verbs: { name: string; about: string }[]
  flags: Flag[]
}
interface Flag {
  name: string
  about: string
  takesValue: boolean
  choices: readonly string[]
}

/** Lists every command path that can be completed, read from the commander program. */
export function listCompletionPoints(root: Command): CompletionPoint[] {
  const globals = root.options.map(flagOf)
  const walk = (command: Command, words: string): CompletionPoint[] => {
    const ownFlags = command === root ? [] : command.options.filter((option) => option.long && !option.hidden).map(flagOf)
    const verbs = command.commands.map((each) => ({ name: each.name(), about: summaryOf(each) }))
    const point = {
      words,
      about: summaryOf(command),
      verbs,
      flags: [...ownFlags, ...globals, { name: '--help', about: 'help', takesValue: false, choices: [] }],
    }
    return [point, ...command.commands.flatMap((each) => walk(each, `${words} ${each.name()}`.trim()))]
  }
  return walk(root, '')
}

const summaryOf = (command: Command) => (command.summary() || command.description()).split('\n')[0]!

const flagOf = ({ long, description, required, argChoices }: Option): Flag => ({
  name: long!,
  about: description,
  takesValue: required,
  choices: argChoices ?? [],
})

const SCRIPTS = { bash: buildBash, zsh: buildZsh, fish: buildFish }

/** Returns the completion script of a shell. It contains all words, so completing never runs the CLI. */
export const buildCompletion = (shell: keyof typeof SCRIPTS, root: Command) => SCRIPTS[shell](listCompletionPoints(root))

const quoteSingle = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const listWords = ({ verbs, flags }: CompletionPoint) => [...verbs, ...flags].map(({ name }) => name).join(' ')
/** All command paths except the program itself, as a pattern for a shell's `case`. */
const toCasePattern = (places: CompletionPoint[]) =>
  places
    .filter(({ words }) => words)
    .map(({ words }) => quoteSingle(words))
    .join('|')
const listChoiceFlags = (places: CompletionPoint[]) =>
  places.flatMap(({ words, flags }) => flags.filter(({ choices }) => choices.length > 0).map((flag) => ({ words, ...flag })))
const listValueFlags = (places: CompletionPoint[]) => [
  ...new Set(places.flatMap(({ flags }) => flags.filter(({ takesValue }) => takesValue).map(({ name }) => name))),
]

function buildBash(places: CompletionPoint[]): string {
  return `# callwright completion bash >> ~/.bashrc
_callwright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" at="" each offer=""
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$each" in
      ${toCasePattern(places)}) at="\${at:+$at }$each" ;;
    esac
  done
  case "$at $before" in
${listChoiceFlags(places)
  .map(({ words, name, choices }) => `    ${quoteSingle(`${words} ${name}`)}) offer=${quoteSingle(choices.join(' '))} ;;`)
  .join('\n')}
    ${listValueFlags(places)
      .map((name) => `*' ${name}'`)
      .join('|')}) COMPREPLY=(); return ;;
    *)
      case "$at" in
${places.map((place) => `        ${quoteSingle(place.words)}) offer=${quoteSingle(listWords(place))} ;;`).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$offer" -- "$word"))
}
complete -o default -F _callwright callwright
`
}

function buildZsh(places: CompletionPoint[]): string {
  const described = (name: string, about: string) => quoteSingle(`${name}:${about}`)
  return `#compdef callwright
# callwright completion zsh > "\${fpath[1]}/_callwright"
_callwright() {
  local at="" each before="\${words[CURRENT-1]}"
  local -a offer
  for each in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$each" in
      (${toCasePattern(places)}) at="\${at:+$at }$each" ;;
    esac
  done
  case "$at $before" in
${listChoiceFlags(places)
  .map(({ words, name, choices }) => `    (${quoteSingle(`${words} ${name}`)}) compadd -- ${choices.map(quoteSingle).join(' ')}; return ;;`)
  .join('\n')}
    (${listValueFlags(places)
      .map((name) => `*' ${name}'`)
      .join('|')}) _files; return ;;
  esac
  case "$at" in
${places.map(({ words, verbs, flags }) => `    (${quoteSingle(words)}) offer=(${[...verbs, ...flags].map(({ name, about }) => described(name, about)).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'callwright' offer
}
if [[ "\${funcstack[1]}" == _callwright ]]; then _callwright "$@"; else compdef _callwright callwright; fi
`
}

function buildFish(places: CompletionPoint[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = places.flatMap(({ words, verbs, flags }) => {
    const prefix = `complete -c callwright -n ${quoted(`__callwright_at "${words}"`)}`
    return [
      ...verbs.map(({ name, about }) => `${prefix} -f -a ${name} -d ${quoted(about)}`),
      ...flags.map(({ name, about, takesValue, choices }) => {
        const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : ''
        return `${prefix} -l ${name.slice(2)}${value} -d ${quoted(about)}`
      }),
    ]
  })
  return `# callwright completion fish > ~/.config/fish/completions/callwright.fish
set -g __callwright_commands ${places
    .filter(({ words }) => words)
    .map(({ words }) => quoted(words))
    .join(' ')}
function __callwright_at
  set -l at
  for each in (commandline -opc)[2..-1]
    if contains -- (string join ' ' -- $at $each) $__callwright_commands
      set -a at $each
    end
  end
  set -l joined (string join ' ' -- $at)
  test "$joined" = "$argv[1]"
end
${lines.join('\n')}
`
}
