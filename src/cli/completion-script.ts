import { type CommandSpec, type CommandTable, type FlagSpec, isGroup } from './command.ts';
import { EVERYWHERE } from './flags.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

const PROGRAMS = ['contentdownload', 'content'];

interface Word {
  readonly word: string;
  readonly summary: string;
}

/** What may follow a chain of command words. */
interface Place {
  /** `[]`, `['queue']`, `['queue', 'stats']`. */
  readonly path: readonly string[];
  readonly words: readonly Word[];
  readonly flags: readonly Word[];
  /** The values after a flag that takes only these. */
  readonly choices: readonly { readonly flag: string; readonly values: readonly string[] }[];
}

const spellings = ({ flags }: FlagSpec): readonly string[] => flags.match(/(?<!\w)--?[\w-]+/g) ?? [];

function place(path: readonly string[], words: readonly Word[], specs: readonly FlagSpec[]): Place {
  const all = [...specs, ...EVERYWHERE, { flags: '--help', summary: 'show help' }];
  return {
    path,
    words,
    flags: all.flatMap((spec) => spellings(spec).map((word) => ({ word, summary: spec.summary }))),
    choices: all.flatMap((spec) =>
      spec.choices ? spellings(spec).map((flag) => ({ flag, values: spec.choices ?? [] })) : [],
    ),
  };
}

function placeOf(path: readonly string[], spec: CommandSpec): Place {
  const values = (spec.arguments ?? []).flatMap((one) => one.choices ?? []);
  return place(
    path,
    values.map((word) => ({ word, summary: '' })),
    spec.flags,
  );
}

function places(commands: CommandTable): readonly Place[] {
  const names = (all: CommandTable): readonly Word[] =>
    all.map(({ name, summary }) => ({ word: name, summary }));
  return [
    place([], names(commands), [{ flags: '--version', summary: 'print the version' }]),
    ...commands.flatMap((entry) => {
      if (!isGroup(entry)) return [placeOf([entry.name], entry)];
      const below = entry.commands.map((one) => placeOf([entry.name, one.name], one));
      return [place([entry.name], names(entry.commands), []), ...below];
    }),
  ];
}

const list = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');

/** The part bash and zsh share: find out where in the table the cursor is, then look up what may stand there. */
function caseTable(all: readonly Place[]): string {
  const known = all.filter(({ path }) => path.length > 0).map(({ path }) => `"${path.join(' ')}"`);
  const choices = all.flatMap(({ path, choices: some }) =>
    some.map(
      ({ flag, values }) => `    "${[...path, flag].join(' ')}") reply="${values.join(' ')}"; return;;`,
    ),
  );
  const words = all.map(
    ({ path, words: next, flags }) =>
      `    "${path.join(' ')}") [[ $1 == -* ]] && reply="${list(flags)}" || reply="${list(next)}";;`,
  );
  return `_contentdownload_words() {
  local current="$1" previous="$2" place="" next word
  shift 2
  for word in "$@"; do
    next="\${place:+$place }$word"
    case "$next" in
      ${known.join('|')}) place="$next";;
    esac
  done
  reply=""
  set -- "$current"
  case "\${place:+$place }$previous" in
${choices.join('\n')}
  esac
  case "$place" in
${words.join('\n')}
  esac
}`;
}

const bash = (all: readonly Place[]): string => `${caseTable(all)}
_contentdownload() {
  local reply
  _contentdownload_words "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}" "\${COMP_WORDS[@]:1:COMP_CWORD-1}"
  COMPREPLY=($(compgen -W "$reply" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _contentdownload ${PROGRAMS.join(' ')}`;

const zsh = (all: readonly Place[]): string => `#compdef ${PROGRAMS.join(' ')}
${caseTable(all)}
_contentdownload() {
  local reply
  _contentdownload_words "\${words[CURRENT]}" "\${words[CURRENT-1]}" "\${(@)words[2,CURRENT-1]}"
  if [[ -n "$reply" ]]; then compadd -- \${=reply}; else _files; fi
}
compdef _contentdownload ${PROGRAMS.join(' ')}`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fish(all: readonly Place[]): string {
  const seen = (path: readonly string[]): string =>
    path.length === 0
      ? '__fish_use_subcommand'
      : path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  const lines = all.flatMap(({ path, words, flags, choices }) => {
    const head = (program: string): string => `complete -c ${program} -n ${quoted(seen(path))}`;
    const about = ({ summary }: Word): string => (summary ? ` -d ${quoted(summary)}` : '');
    const values = (flag: string): string => {
      const some = choices.find((one) => one.flag === flag)?.values;
      return some ? ` -x -a ${quoted(some.join(' '))}` : '';
    };
    return PROGRAMS.flatMap((program) => [
      ...words.map((one) => `${head(program)} -f -a ${quoted(one.word)}${about(one)}`),
      ...flags.map((one) => {
        const spelled = one.word.startsWith('--') ? `-l ${one.word.slice(2)}` : `-s ${one.word.slice(1)}`;
        return `${head(program)} ${spelled}${values(one.word)}${about(one)}`;
      }),
    ]);
  });
  return lines.join('\n');
}

const SCRIPTS = { bash, zsh, fish } as const satisfies Record<Shell, (all: readonly Place[]) => string>;

/** A completion script made from the command table. */
export const completionScript = (shell: Shell, commands: CommandTable): string =>
  SCRIPTS[shell](places(commands));
