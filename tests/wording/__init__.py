"""What Meuse says to people, collected to be read and judged: docs/wording.md is how it should sound.

`said` says what a string is, `code` finds those of the Python source, `pages` those of data, client and documentation,
and `turns` judges them by the list in `turns.toml`. The command is in `__main__`.
"""
