"""The marker `rule`, and the choice of tests by the rule they show: pytest --rule=france40:6.2."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session")
def short_folder() -> Iterator[str]:
    """A folder with a short name: Ray puts sockets into it, whose addresses may not be long."""
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        yield folder


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="GAME:RULE", help="run only the tests that show this rule")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(game, *ids): the rules that a test shows")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = config.getoption("--rule")
    if not chosen:
        return
    game, _, rule_id = chosen.partition(":")
    keep = [i for i in items if any(m.args[0] == game and rule_id in m.args[1:] for m in i.iter_markers("rule"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in keep])
    items[:] = keep
