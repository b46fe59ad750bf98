"""Print what makes the shell complete commands, options and their values when Tab is pressed.

examples:
  pagerows completion bash > ~/.local/share/bash-completion/completions/pagerows
  pagerows completion zsh > ~/.zfunc/_pagerows          # ~/.zfunc on $fpath, before compinit
  pagerows completion fish > ~/.config/fish/completions/pagerows.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Final

from pagerows import registry
from pagerows.export import FORMATS

#: Stands for what is no option: an action, a shell.
PLACE: Final = ""
#: Command -> option -> the values that it may have; none: anything, a file say.
Words = Mapping[str, Mapping[str, tuple[str, ...]]]

HELP = "print a script that completes commands and options in your shell"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which shell."""
    parser.add_argument("shell", choices=sorted(_SHELLS), help="the shell that you use")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    from pagerows.cli import parser_of

    print(_SHELLS[arguments.shell](_words(parser_of([]))), end="")
    return 0


def _words(parser: argparse.ArgumentParser) -> Words:
    """What may follow each command, and each action of one ("bench gate")."""
    found: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for name, command in _commands(parser):
        found[name] = _options(command)
        found |= {f"{name} {action}": _options(below) for action, below in _commands(command)}
    return found


def _options(command: argparse.ArgumentParser) -> Mapping[str, tuple[str, ...]]:
    known = {  # plugins may add to these
        "format": tuple(FORMATS),
        "method": tuple(registry.names("regions")),
        "align": tuple(registry.names("align")),
        "content": tuple(registry.names("content")),
        "filter": tuple(registry.names("prune")),
    }
    return {
        option: tuple(map(str, action.choices or known.get(action.dest, ())))
        for action in command._actions
        for option in action.option_strings or [PLACE]
        if action.help != argparse.SUPPRESS
    }


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _tops(words: Words) -> list[str]:
    return [name for name in words if " " not in name]


def _cases(words: Words) -> str:
    """What bash and zsh have in common: `values`, `flags` and `places`, by $command, $before, $second and $count."""
    flags = [
        f"    '{name}') flags='{' '.join(option for option in known if option != PLACE)}'"
        f" places='{' '.join(known.get(PLACE, ()))}' ;;"
        for name, known in words.items()
    ]
    values = [
        f"    '{name}:{option}') values='{' '.join(choices)}' ;;"
        for name, known in words.items()
        for option, choices in known.items()
        if choices and option != PLACE
    ]
    nested = "|".join(dict.fromkeys(name.partition(" ")[0] for name in words if " " in name))
    lines = [
        "  case $command in",
        f'    {nested}) if [[ $count -gt 2 ]]; then command="$command $second"; fi ;;',
        f"    {'|'.join(_tops(words))}) ;;",
        "    *) command=extract ;;",  # which a page means by itself
        "  esac",
        '  case "$command:$before" in',
        *values,
        "  esac",
        "  case $command in",
        *flags,
        "  esac",
    ]
    return "\n".join(lines)


def _bash(words: Words) -> str:
    return f"""# pagerows completion bash
_pagerows() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} count=$COMP_CWORD
  local command=${{COMP_WORDS[1]}} second=${{COMP_WORDS[2]}} values= flags= places=
  if [[ $count -eq 1 ]]; then
    COMPREPLY=($(compgen -W '{" ".join(_tops(words))}' -- "$word") $(compgen -f -- "$word"))
    return
  fi
{_cases(words)}
  if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [[ -n $places ]]; then COMPREPLY=($(compgen -W "$places" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}}
complete -o filenames -F _pagerows pagerows
"""


def _zsh(words: Words) -> str:
    return f"""#compdef pagerows
_pagerows() {{
  local word=${{words[CURRENT]}} before=${{words[CURRENT-1]}} count=$((CURRENT - 1))
  local command=${{words[2]}} second=${{words[3]}} values= flags= places=
  if [[ $count -eq 1 ]]; then
    compadd -- {" ".join(_tops(words))}
    _files
    return
  fi
{_cases(words)}
  if [[ -n $values ]]; then compadd -- ${{=values}}
  elif [[ $word == -* ]]; then compadd -- ${{=flags}}
  elif [[ -n $places ]]; then compadd -- ${{=places}}
  else _files; fi
}}
_pagerows "$@"
"""


def _fish(words: Words) -> str:
    tops = " ".join(_tops(words))
    lines = [f"complete -c pagerows -n __fish_use_subcommand -a '{tops}'"]
    for name, known in words.items():
        command, _, action = name.partition(" ")
        when = f"__fish_seen_subcommand_from {command}"
        if command == "extract":  # which a page means by itself
            when = f"not __fish_seen_subcommand_from {tops.replace('extract ', '')}"
        if action:
            when += f"; and __fish_seen_subcommand_from {action}"
        for option, choices in known.items():
            said = f" -l {option[2:]}" if option.startswith("--") else f" -s {option[1:]}" if option != PLACE else ""
            values = f" {'-f' if option == PLACE else '-x'} -a '{' '.join(choices)}'" if choices else ""
            if said or values:
                lines.append(f"complete -c pagerows -n '{when}'{said}{values}")
    return "\n".join(["# pagerows completion fish", *lines, ""])


_SHELLS = {"bash": _bash, "fish": _fish, "zsh": _zsh}
