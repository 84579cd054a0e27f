"""Games on a real Ray cluster: a head and two machines, of which one is killed in the middle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import meuse
from meuse import opponents
from meuse.lab.cluster import SETTINGS, NoCluster, OtherProgram, program
from meuse.lab.play import Match, Played, play_many
from meuse.lab.tuning import Tuning, tuned
from meuse.lab.workers import workers
from meuse.opponents.leeway import Leeway
from meuse.opponents.random import RandomBot

MATCH = Match(game="skirmish", scenario="sedan", german="random", allied="random", turns=True, campaign=True)
ROOM = 80 * 2**20


def kind(played: Played) -> dict[str, object]:
    """A game without what the clock says."""
    return {name: getattr(played, name) for name in played.__struct_fields__ if name != "seconds"}


@pytest.fixture(autouse=True)
def only_our_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that other tests have registered are not known to the machines of a cluster."""
    ours = {name: made for name, made in opponents._factories.items() if name in opponents.PAGES}
    monkeypatch.setattr(opponents, "_factories", ours)


@pytest.fixture(scope="module")
def machines(short_folder: str) -> Iterator[SimpleNamespace]:
    """A cluster of a head that plays nothing and two machines that play; its address, and what stops a machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "disabled")
        for name, value in SETTINGS.items():
            patch.setenv(name, value)
        patch.setenv("RAY_TMPDIR", short_folder)
        import ray
        from ray.cluster_utils import Cluster

        small = {"object_store_memory": ROOM, "include_dashboard": False}
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **small})
        first, _ = (cluster.add_node(num_cpus=1, object_store_memory=ROOM, wait=False) for _ in range(2))
        cluster.wait_for_nodes()
        yield SimpleNamespace(
            address=cluster.address, kill_one=lambda: cluster.remove_node(first, allow_graceful=False)
        )
        ray.shutdown()
        cluster.shutdown()


def test_a_cluster_plays_the_same_games_and_a_killed_machine_costs_none(machines: SimpleNamespace) -> None:
    alone = [kind(played) for played in play_many(MATCH, 16, 1)]
    coming = play_many(MATCH, 16, 1, ray=machines.address)
    first = kind(next(coming))
    machines.kill_one()
    assert [first, *(kind(played) for played in coming)] == alone


def test_bots_registered_here_play_there(machines: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(meuse.opponents._factories, "there", lambda seed: RandomBot(f"there {seed}"))
    results = meuse.simulate("skirmish", german="there", allied="random", games=2, ray=machines.address)
    assert [played.error for played in results] == ["", ""]


def test_a_game_that_kills_whoever_plays_it_is_told_as_an_error(
    machines: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(meuse.opponents._factories, "fatal", lambda seed: os._exit(1))
    match = Match(game="skirmish", scenario="sedan", german="random", allied="fatal")
    (played,) = play_many(match, 1, 1, ray=machines.address)
    assert played.error == "process after process that played it was killed"


def test_an_interrupted_run_is_continued(machines: SimpleNamespace, tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    coming = play_many(MATCH, 6, 1, ray=machines.address, keep=keep)
    early = [next(coming), next(coming)]
    coming.close()  # type: ignore[attr-defined]
    later = list(play_many(MATCH, 6, 1, ray=machines.address, keep=keep))
    assert later[:2] == early
    assert [kind(played) for played in later] == [kind(played) for played in play_many(MATCH, 6, 1)]


def test_tuning_finds_the_same_there(machines: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meuse.lab.tuning.tunable", lambda rules: {"boldness": Leeway(1.0, 0.0, 3.0)})
    asked = Tuning(game="skirmish", scenario="sedan", rounds=1, test=1)
    assert list(tuned(asked, workers(ray=machines.address))) == list(tuned(asked))


def test_a_machine_with_another_meuse_is_refused(machines: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meuse.lab.cluster.program", lambda: "another one")
    with pytest.raises(OtherProgram, match="has another Meuse than this machine: install the same on both"):
        next(play_many(MATCH, 1, 1, ray=machines.address))


def test_a_program_is_known_by_its_code_and_data() -> None:
    assert program() == program()
    assert len(program()) == 16


# -- the command line


LUCKY = "import meuse\nfrom meuse.opponents.random import RandomBot\nmeuse.register('lucky', RandomBot)\n"


def test_the_command_line_starts_a_cluster_of_its_own(tmp_path: Path, short_folder: str) -> None:
    (tmp_path / "lucky_bot.py").write_text(LUCKY, encoding="utf-8")
    words = ["sim", "skirmish", "--games", "4", "--german", "lucky", "--with", "lucky_bot", "--json"]
    paths = os.pathsep.join([str(tmp_path), str(Path(meuse.__file__).parents[1])])
    home = {**os.environ, "PYTHONPATH": paths, "HOME": str(tmp_path), "RAY_TMPDIR": short_folder}

    def told(*more: str) -> dict[str, object]:
        command = [sys.executable, "-c", "from meuse.cli import run; run()", *words, *more]
        found = subprocess.run(command, env=home, capture_output=True, text=True, check=True)
        return {name: value for name, value in json.loads(found.stdout).items() if "seconds" not in name}

    assert told("--ray") == told("--jobs", "2")


def test_where_there_is_no_cluster_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"needs ray: pip install 'meuse\[ray\]'"):
        workers(ray="local")
    with pytest.raises(ValueError, match="give one or the other"):
        workers(2, "local")
