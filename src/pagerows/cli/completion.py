"""Print what makes the shell complete commands, options and their values when Tab is pressed.

examples:
  pagerows completion bash > ~/.local/share/bash-completion/completions/pagerows
  pagerows completion zsh > ~/.zfunc/_pagerows          # ~/.zfunc on $fpath, before compinit
  pagerows completion fish > ~/.config/fish/completions/pagerows.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from pagerows import registry
from pagerows.export import FORMATS

HELP = "print a script that completes commands and options in your shell"

#: Command -> option -> the values that it may have; none: anything, a file say.
Words = Mapping[str, Mapping[str, tuple[str, ...]]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which shell."""
    parser.add_argument("shell", choices=sorted(_SHELLS), help="the shell that you use")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    from pagerows.cli import parser_of

    print(_SHELLS[arguments.shell](_words(parser_of([]))), end="")
    return 0


def _words(parser: argparse.ArgumentParser) -> Words:
    known = {"format": tuple(FORMATS), "method": tuple(registry.names("regions"))}  # plugins may add to these
    return {
        name: {
            option: tuple(map(str, action.choices or known.get(action.dest, ())))
            for action in command._actions
            for option in action.option_strings
            if action.help != argparse.SUPPRESS
        }
        for name, command in _commands(parser)
    }


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _bash(words: Words) -> str:
    options = "\n".join(f"    {name}) words='{' '.join(options)}' ;;" for name, options in words.items())
    values = "\n".join(
        f"    {name}:{option}) COMPREPLY=($(compgen -W '{' '.join(choices)}' -- \"$word\")); return ;;"
        for name, known in words.items()
        for option, choices in known.items()
        if choices
    )
    return f"""# pagerows completion bash
_pagerows() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} words
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W '{" ".join(words)}' -- "$word") $(compgen -f -- "$word"))
    return
  fi
  case $command:$before in
{values}
  esac
  case $command in
{options}
    *) words='{" ".join(words["extract"])}' ;;
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$words" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}}
complete -o filenames -F _pagerows pagerows
"""


def _zsh(words: Words) -> str:
    return f"#compdef pagerows\nautoload -U +X bashcompinit && bashcompinit\n{_bash(words)}"


def _fish(words: Words) -> str:
    lines = [f"complete -c pagerows -n __fish_use_subcommand -a '{' '.join(words)}'"]
    for name, known in words.items():
        for option, choices in known.items():
            said = f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
            values = f" -x -a '{' '.join(choices)}'" if choices else ""
            lines.append(f"complete -c pagerows -n '__fish_seen_subcommand_from {name}' {said}{values}")
    return "\n".join(["# pagerows completion fish", *lines, ""])


_SHELLS = {"bash": _bash, "fish": _fish, "zsh": _zsh}
